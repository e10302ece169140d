import { OAuthRefusal, type OAuthErrorName } from '@keyhaven/contracts/identity/oauth-errors';
import { type TokenAnswer, type TokenRequest, tokenRequest } from '@keyhaven/contracts/identity/oauth-token-routes';
import type { Scope } from '@keyhaven/contracts/identity/identity';
import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { AccountBody } from '../store/account.model';
import type { IdentityStore } from '../store/identity-store';
import { type Client, readClient, type SentClient } from './client-request';
import { readScope } from './domain/scopes';
import type { FailedTokenRequests } from './failed-requests';
import { ACCESS_SECONDS } from './issue-tokens';
import { assertAudience, faultOf, type OAuthFault } from './oauth-faults';
import { tokenModel } from './token-model';

const grantTypes = ['authorization_code', 'refresh_token'];
/** Token responses must not be cached (RFC 6749, 5.1). */
const answerHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
};

/** A token request, and what the gateway forwards about its client. */
export interface SentTokenRequest {
  body: TokenRequest;
  client: Client;
  /** The path and query of the request. */
  url: string;
}

/**
 * Exchanges a code or refresh token for tokens (RFC 6749, 4.1.3 and 6).
 * @throws OAuthRefusal; ApiError too_many_requests.
 */
export async function exchangeToken(
  store: IdentityStore,
  failures: FailedTokenRequests,
  { body, client, url }: SentTokenRequest,
): Promise<RawAnswer> {
  assertNothingInAddress(url);
  assertGrantType(body);
  const sent = readClient(client, body);
  try {
    const answer = await issue(store, { ...body, scope: normalScope(body) }, sent);
    return new RawAnswer(JSON.stringify(answer), answerHeaders);
  } catch (error) {
    const fault = faultOf(error);
    // Wrong codes are not counted, because anybody can make an app send a wrong code through its
    // redirect URI.
    if (fault.name === 'invalid_client') {
      failures.count({ clientId: sent.clientId, address: client.address, guess: sent.secrets });
    }
    throw refusalOf(fault);
  }
}

async function issue(store: IdentityStore, body: TokenRequest, client: SentClient): Promise<TokenAnswer> {
  assertAudience(store.publicUrl, body.resource);
  const server = new OAuth2Server({ model: tokenModel(store, body, client) });
  // The library accepts only forms, and recognizes a form by these headers.
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
  const token = await server.token(
    // The model authenticates the client; the library itself needs only the client id.
    new OAuth2Server.Request({ headers, method: 'POST', query: {}, body: { ...body, client_id: client.clientId } }),
    new OAuth2Server.Response(),
    // The model decides whether a client needs a secret: public apps have none.
    { requireClientAuthentication: { authorization_code: false, refresh_token: false } },
  );
  const account = token.account as AccountBody;
  return {
    access_token: token.accessToken,
    token_type: 'Bearer',
    scope: token.scope![0] as Scope,
    user_id: account._id,
    user_display_name: account.company_name,
    refresh_token: token.refreshToken,
    expires_in: token.accessTokenExpiresAt && ACCESS_SECONDS,
  };
}

/**
 * URLs end up in logs, so the parameters of a token request must not be in the URL (RFC 9700,
 * 4.3.2).
 */
function assertNothingInAddress(url: string): void {
  const sent = [...new URL(url, 'http://root').searchParams.keys()];
  const found = sent.find((name) => name in tokenRequest.shape);
  if (found === undefined) return;
  throw new OAuthRefusal('bad_request', 'invalid_request', `${found}: is in the address; send it in the body`);
}

function assertGrantType({ grant_type }: TokenRequest): void {
  if (!grant_type) {
    const message = `grant_type: is required; expected ${grantTypes.join(' or ')}`;
    throw new OAuthRefusal('bad_request', 'invalid_request', message);
  }
  if (grantTypes.includes(grant_type)) return;
  const message = `grant_type: ${grant_type.slice(0, 50)} is not supported; expected ${grantTypes.join(' or ')}`;
  throw new OAuthRefusal('bad_request', 'unsupported_grant_type', message);
}

/**
 * Returns the scope that a refresh asks for. Undefined for a code, because the person chose its
 * scope when consenting.
 */
function normalScope({ grant_type, scope }: TokenRequest): string | undefined {
  if (!scope || grant_type !== 'refresh_token') return undefined;
  const asked = readScope(scope.split(/\s+/));
  if (asked) return asked;
  throw new OAuthRefusal(
    'bad_request',
    'invalid_scope',
    `scope: ${scope.slice(0, 50)} is unknown; expected full or read`,
  );
}

const errorNames = new Set<string>([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
  'unsupported_grant_type',
] satisfies OAuthErrorName[]);

/** Converts an error of the library or the model to a refusal. */
export function refusalOf({ name, message }: OAuthFault): OAuthRefusal {
  if (!errorNames.has(name)) throw new Error(`the OAuth library failed: ${name}: ${message}`);
  const plain = message.replaceAll('`', '');
  if (name !== 'invalid_client') return new OAuthRefusal('bad_request', name as OAuthErrorName, plain);
  return new OAuthRefusal('unauthorized', name, plain, { 'WWW-Authenticate': 'Basic realm="Keyhaven"' });
}
