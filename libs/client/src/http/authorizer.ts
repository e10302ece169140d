import type { Credentials, OAuthCredentials, OAuthTokens } from './credentials';
import type { Limits } from './exchange';
import { basic, TokenRefresher } from './refresh-tokens';
import { withinLimits } from './within-limits';

/** Provides the Authorization header for requests. */
export interface Authorizer {
  /** Whether a request may be retried with a new header after a 401. */
  canRenew: boolean;
  /**
   * Returns the header for one attempt.
   * @param refused a header for which the platform returned a 401. It is not used again.
   * @throws KeyhavenError if new tokens were refused, or did not arrive within the limits.
   */
  header(limits: Limits, refused?: string): Promise<string | undefined>;
}

/**
 * An access token is replaced this long before it expires, in milliseconds, so that it does not
 * expire while a request is on its way.
 */
const RENEWAL_MARGIN_MS = 60_000;

export function authorizerOf(credentials: Credentials | undefined, send: typeof fetch, baseUrl: string): Authorizer {
  if (credentials && 'refreshToken' in credentials) return refreshing(credentials, send, baseUrl);
  const header = credentials && fixedHeader(credentials);
  return { canRenew: false, header: () => Promise.resolve(header) };
}

function fixedHeader(credentials: Exclude<Credentials, OAuthCredentials>): string {
  if ('accessToken' in credentials) return `Bearer ${credentials.accessToken}`;
  return basic(credentials.emailAddress, credentials.personalToken);
}

function refreshing(given: OAuthCredentials, send: typeof fetch, baseUrl: string): Authorizer {
  let { accessToken, refreshToken, expiresAt } = given;
  const refresher = new TokenRefresher(given, send, baseUrl);
  // Tokens that the platform has issued, but that `onTokens` has not stored yet.
  let unstored: OAuthTokens | undefined;
  // Concurrent requests share one refresh: each refresh token may be used only once.
  let renewal: Promise<void> | undefined;

  const refresh = async () => {
    unstored ??= await refresher.refresh(refreshToken);
    await given.onTokens(unstored);
    ({ accessToken, refreshToken, expiresAt } = unstored);
    unstored = undefined;
  };
  const renewOnce = () => (renewal ??= refresh().finally(() => (renewal = undefined)));
  const bearer = () => `Bearer ${accessToken}`;
  const isUsable = () =>
    accessToken !== undefined && (expiresAt === undefined || expiresAt.getTime() - RENEWAL_MARGIN_MS > Date.now());
  return {
    canRenew: true,
    header: async (limits, refused) => {
      limits.signal?.throwIfAborted();
      if (!isUsable() || bearer() === refused) {
        // A request that stops waiting does not stop the refresh, because other requests wait for it.
        await withinLimits(renewOnce(), limits, 'the refresh of the access token');
      }
      return bearer();
    },
  };
}
