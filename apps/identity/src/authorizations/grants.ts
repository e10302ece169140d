import type { Scope } from '@keyhaven/contracts/identity/identity';
import type { AuthorizationBody, Grant, StoredAccessToken } from '../store/authorization.model';

/**
 * The maximum number of grants of an app in an account. A further grant replaces the oldest one. A
 * person is not asked which grant to remove, because no page shows which grants are in use.
 */
const MAX_GRANTS = 50;
/**
 * The maximum number of valid access tokens of a grant. Each refresh adds an access token, which
 * expires after an hour, so an app can refresh every minute.
 */
const MAX_ACCESS_TOKENS = 60;
/**
 * How many expired access tokens are kept, so that an app that sends one of them can revoke the
 * grant.
 */
const EXPIRED_TOKENS_KEPT = 10;

/** Whether the code or any token of a grant can still be used. */
function isLive({ code, access_tokens, refresh_token }: Grant, now: Date): boolean {
  const hasCode = code.used_utc === null && code.expires_utc > now;
  const hasRefreshToken = refresh_token !== null && refresh_token.expires_utc > now;
  return hasCode || hasRefreshToken || access_tokens.some((token) => isInForce(token, now));
}

export function isInForce({ expires_utc }: StoredAccessToken, now: Date): boolean {
  return expires_utc === null || expires_utc > now;
}

/** Whether the app may use the account now. */
export function isAuthorized({ is_revoked, grants }: AuthorizationBody, now: Date): boolean {
  return !is_revoked && grants.some((grant) => isLive(grant, now));
}

/**
 * Whether the app has received tokens since its first authorization, or since the first authorization after a
 * revocation. If so, its webhooks continue even after all its tokens have expired, until somebody revokes the
 * authorization.
 */
export function wasExchanged({ grants, last_used_utc }: AuthorizationBody): boolean {
  // A new consent removes expired grants. If the code of a removed grant was exchanged, the consent
  // sets `last_used_utc`.
  return last_used_utc !== null || grants.some(({ code }) => code.used_utc !== null);
}

/** When the app last exchanged the code of a grant; null if the app never exchanged a code. */
export function lastExchange({ grants }: AuthorizationBody): Date | null {
  const times = grants.flatMap(({ code }) => code.used_utc?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/**
 * Returns the widest scope of the grants that can be used. If all have expired, returns the widest scope of all grants.
 */
export function widestScope({ grants }: AuthorizationBody, now: Date): Scope {
  const live = grants.filter((grant) => isLive(grant, now));
  return (live.length > 0 ? live : grants).some(({ scope }) => scope === 'full') ? 'full' : 'read';
}

/** Returns the grants that can still be used, and the new grant. */
export function withGrant(grants: readonly Grant[], added: Grant, now: Date): Grant[] {
  return [...grants.filter((grant) => isLive(grant, now)), added].slice(-MAX_GRANTS);
}

/** Adds an access token. Returns the newest valid tokens, up to the maximum number, and the latest expired tokens. */
export function withAccessToken(
  tokens: readonly StoredAccessToken[],
  added: StoredAccessToken,
  now: Date,
): StoredAccessToken[] {
  const expired = tokens.filter((token) => !isInForce(token, now)).slice(-EXPIRED_TOKENS_KEPT);
  const valid = [...tokens.filter((token) => isInForce(token, now)), added].slice(-MAX_ACCESS_TOKENS);
  return [...expired, ...valid];
}

/** Returns the authorization with one grant changed. The grant is removed if `changed` is undefined. */
export function replaceGrant(body: AuthorizationBody, id: number, changed: Grant | undefined): AuthorizationBody {
  const grants = body.grants.flatMap((grant) => (grant.id === id ? (changed ?? []) : grant));
  return { ...body, grants };
}
