import type { OAuthCredentials, OAuthTokens } from './credentials';
import { exchange, unexpectedAnswer } from './exchange';
import { KeyhavenError } from './keyhaven-error';
import { pause } from './pause';

/** The route that refreshes tokens. */
export const TOKEN_ROUTE = { method: 'POST', path: '/oauth/access_token' };

/**
 * The time limit of one token request, in milliseconds. Short enough for several attempts within
 * REPEAT_MS.
 */
const TIMEOUT_MS = 8000;
/**
 * How long after its first use a refresh token may be sent again, in milliseconds. The platform
 * accepts a replaced token for another 30 seconds. The difference leaves time for the request to
 * arrive.
 */
const REPEAT_MS = 25_000;
/** The pause before the first retry, in milliseconds. It doubles each time. */
const FIRST_PAUSE_MS = 500;

/**
 * Thrown when the outcome of a refresh is unknown: there was no response, or one without tokens, such as a 504 or the
 * page of a proxy. The platform may have replaced the refresh token.
 */
export class TokensLostError extends Error {
  constructor(cause: unknown) {
    super(
      'the refresh of the tokens was not answered; the refresh token is not sent again, because that would end the ' +
        'authorization if the platform has replaced it. Authorize the app again; or, if you know that the platform did ' +
        'not receive the request, create a new client with the same token',
      { cause },
    );
    this.name = 'TokensLostError';
  }
}

interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

function isTokenAnswer(body: unknown): body is TokenAnswer {
  if (typeof body !== 'object' || body === null) return false;
  const { access_token, refresh_token, expires_in } = body as Partial<Record<keyof TokenAnswer, unknown>>;
  const areTokens = [access_token, refresh_token].every((token) => typeof token === 'string' && token !== '');
  return areTokens && typeof expires_in === 'number';
}

/** Refreshes the tokens of an app. The caller must not run two refreshes at the same time. */
export class TokenRefresher {
  /**
   * A refresh token that was sent with an unknown outcome, and when it was first sent. The platform may have replaced
   * it.
   */
  private unanswered: { token: string; sentAt: number; error: unknown } | undefined;

  constructor(
    private readonly credentials: OAuthCredentials,
    private readonly send: typeof fetch,
    private readonly baseUrl: string,
  ) {}

  /**
   * Gets new tokens. If the outcome of a request is unknown, sends the same refresh token again while the platform
   * accepts it.
   * @throws KeyhavenError if the platform refused the token, or cannot have received it.
   * @throws TokensLostError if the platform may have replaced the token, in this call or an earlier one, and would no
   * longer accept it.
   */
  async refresh(token: string): Promise<OAuthTokens> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      this.assertMayBeSent(token, 0);
      const sentAt = Date.now();
      try {
        return await this.request(token);
      } catch (error) {
        if (!mayHaveArrived(error)) throw error;
        this.unanswered = this.unanswered?.token === token ? this.unanswered : { token, sentAt, error };
      }
      this.assertMayBeSent(token, pauseMs);
      await pause(pauseMs);
    }
  }

  private assertMayBeSent(token: string, pauseMs: number): void {
    if (this.unanswered?.token !== token) return;
    const { sentAt, error } = this.unanswered;
    if (Date.now() + pauseMs - sentAt > REPEAT_MS) throw new TokensLostError(error);
  }

  private async request(token: string): Promise<OAuthTokens> {
    const { clientId, clientSecret } = this.credentials;
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    if (clientSecret === undefined) form.set('client_id', clientId);
    else headers.authorization = basic(clientId, clientSecret);
    const request = { ...TOKEN_ROUTE, headers, body: form.toString() };
    const answer = await exchange(this.send, this.baseUrl, request, { timeoutMs: TIMEOUT_MS });
    // The caller stores these tokens instead of the old ones. Without this check, it would store `undefined`.
    // The error is without the body, because the body may contain a valid token, and programs log errors.
    if (!isTokenAnswer(answer.body)) throw unexpectedAnswer(request, { ...answer, body: undefined });
    const { access_token, refresh_token, expires_in } = answer.body;
    const expiresAt = new Date(Date.now() + expires_in * 1000);
    return { accessToken: access_token, refreshToken: refresh_token, expiresAt };
  }
}

/**
 * Error codes of failed connections, also of those with a wrong certificate. fetch sends the request only after it has
 * verified the certificate, so the platform has not received the request.
 */
const NOT_CONNECTED = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

/**
 * Whether the platform may have received the request and replaced the refresh token. A 503 means that the platform has
 * written nothing.
 */
function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof KeyhavenError)) return false;
  if (error.status !== 0) return [408, 500, 502, 504].includes(error.status);
  const { cause } = (error.cause ?? {}) as { cause?: NodeJS.ErrnoException };
  return !NOT_CONNECTED.includes(cause?.code ?? '');
}

/** Returns the Authorization header for Basic credentials. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
