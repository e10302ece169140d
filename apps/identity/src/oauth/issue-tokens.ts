import type { Scope } from '@keyhaven/contracts/identity/identity';
import type { TokenRequest } from '@keyhaven/contracts/identity/oauth-token-routes';
import { accountId } from '@keyhaven/persistence/account-scope';
import OAuth2Server from '@node-oauth/oauth2-server';
import { replaceGrant, withAccessToken } from '../authorizations/grants';
import { withoutGrant } from '../authorizations/end-authorization';
import type { AppBody } from '../store/app.model';
import {
  FAMILY_BYTES,
  familyOf,
  type FoundGrant,
  type Grant,
  type StoredRefreshToken,
} from '../store/authorization.model';
import { hashToken, hasHash, newSecret, newToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';

const { InvalidGrantError } = OAuth2Server;

/** How long access tokens are valid if the app uses refresh tokens, in seconds. */
export const ACCESS_SECONDS = 3600;
/** How long a refresh token that is not used stays valid, in milliseconds. */
const REFRESH_MS = 180 * 24 * 3600_000;
/**
 * For how long a replaced refresh token may be sent again, in milliseconds. Apps do so if the response was lost, or if
 * two of their processes refresh at the same time. See docs/decisions/025-oauth.md.
 */
const GRACE_MS = 30_000;
/**
 * Each time a replaced refresh token is sent again, a new successor is created. This is the maximum number of unused
 * successors that remain usable, in addition to the newest one.
 */
const MAX_SIBLINGS = 3;

/** New tokens of a grant. */
interface Issued {
  accessToken: string;
  accessTokenExpiresAt?: Date;
  refreshToken?: string;
  scope: Scope[];
}

/**
 * The result of a change: the grant with its new tokens, or 'reused' if a code or token was used a second time. Then
 * the grant is revoked.
 */
type Change = { grant: Grant; issued: Issued } | 'reused';

/**
 * Exchanges a code for tokens. One write marks the code as used and stores the tokens. A second use of the code revokes
 * the grant and all its tokens.
 * @throws InvalidGrantError for an expired or used code, or a different redirect URI.
 */
export async function exchangeCode(
  store: IdentityStore,
  app: AppBody,
  found: FoundGrant,
  request: TokenRequest,
): Promise<Issued> {
  return changeGrant(store, found, (grant, now) => {
    if (grant.code.used_utc !== null) return 'reused';
    if (grant.code.expires_utc <= now) throw new InvalidGrantError('the code has expired');
    assertRedirectUri(app, grant, request.redirect_uri);
    const { accessToken, stored } = newAccessToken(app.uses_refresh_tokens, grant.scope, now);
    const issued: Issued = { accessToken, accessTokenExpiresAt: stored.expires_utc ?? undefined, scope: [grant.scope] };
    const used = { ...grant, code: { ...grant.code, used_utc: now }, access_tokens: [stored] };
    if (!app.uses_refresh_tokens) return { grant: used, issued };
    const refreshToken = newToken('refresh', FAMILY_BYTES) + newSecret();
    const refresh_token = { ...storedRefreshToken(refreshToken, now), previous: null };
    return { grant: { ...used, refresh_token }, issued: { ...issued, refreshToken } };
  });
}

/**
 * Replaces a refresh token and adds an access token, in one write. The use of an old refresh token revokes the grant
 * and all its tokens.
 * @throws InvalidGrantError for an expired or old refresh token.
 */
export async function refreshTokens(
  store: IdentityStore,
  found: FoundGrant,
  presented: string,
  scope: Scope,
): Promise<Issued> {
  return changeGrant(store, found, (grant, now) => {
    const { refresh_token: present } = grant;
    if (!present || present.expires_utc <= now) throw new InvalidGrantError('the refresh token has expired');
    const replaced = replacedBy(present, presented, now);
    if (!replaced) return 'reused';
    const refreshToken = familyOf(presented) + newSecret();
    const { accessToken, stored } = newAccessToken(true, scope, now);
    const refresh_token = { ...storedRefreshToken(refreshToken, now), ...replaced };
    const access_tokens = withAccessToken(grant.access_tokens, stored, now);
    const issued = { accessToken, accessTokenExpiresAt: stored.expires_utc!, refreshToken, scope: [scope] };
    return { grant: { ...grant, access_tokens, refresh_token }, issued };
  });
}

/**
 * Returns what a new refresh token stores about the tokens before it, which depends on the
 * presented token:
 * - The current token or one of its siblings: the presented token is replaced, and the others
 * become invalid.
 * - The most recently replaced token, until GRACE_MS after its replacement: it may be sent again.
 * The current token becomes a sibling of the new one, and both remain usable.
 * @returns undefined for any other token, because it is too old.
 */
function replacedBy(
  { hash, previous, siblings = [] }: StoredRefreshToken,
  presented: string,
  now: Date,
): Pick<StoredRefreshToken, 'previous' | 'siblings'> | undefined {
  const used = [hash, ...siblings].find((one) => hasHash(presented, one));
  if (used !== undefined) return { previous: { hash: used, replaced_utc: now } };
  if (!previous || !hasHash(presented, previous.hash)) return undefined;
  if (now.getTime() - previous.replaced_utc.getTime() >= GRACE_MS) return undefined;
  return { previous, siblings: [...siblings, hash].slice(-MAX_SIBLINGS) };
}

/**
 * Changes a grant. `decide` computes the change from the current state of the grant, in the same
 * write.
 */
async function changeGrant(
  store: IdentityStore,
  { authorization, grant: { id } }: FoundGrant,
  decide: (grant: Grant, now: Date) => Change,
): Promise<Issued> {
  const scope = { accountId: accountId(authorization.user_id) };
  let issued: Issued | undefined;
  await store.authorizations.update(scope, { _id: authorization._id }, (before) => {
    const now = store.now();
    const grant = before.grants.find((one) => one.id === id);
    if (!grant || before.is_revoked) throw new InvalidGrantError('the authorization was revoked');
    const change = decide(grant, now);
    issued = change === 'reused' ? undefined : change.issued;
    if (change === 'reused') return Promise.resolve(withoutGrant(before, id, now));
    return Promise.resolve({ after: replaceGrant(before, id, change.grant) });
  });
  if (issued) return issued;
  throw new InvalidGrantError('it was used before; the tokens that were made from it have ended');
}

function newAccessToken(expires: boolean, scope: Scope, now: Date) {
  const accessToken = newToken('access');
  const expires_utc = expires ? new Date(now.getTime() + ACCESS_SECONDS * 1000) : null;
  return { accessToken, stored: { hash: hashToken(accessToken), scope, expires_utc } };
}

function storedRefreshToken(refreshToken: string, now: Date) {
  return {
    family_hash: hashToken(familyOf(refreshToken)),
    hash: hashToken(refreshToken),
    expires_utc: new Date(now.getTime() + REFRESH_MS),
  };
}

/**
 * Checks the redirect URI of an exchange. The redirect URI may be missing if the authorization
 * request had none either. It may also be missing if the app has a secret and has registered only
 * this redirect URI, because some clients send a redirect URI only in the authorization request.
 */
function assertRedirectUri(app: AppBody, { code }: Grant, sent: string | undefined): void {
  if (sent === code.redirect_uri) return;
  if (sent) throw new InvalidGrantError('redirect_uri: is not the address that the code was sent to');
  const isOnlyOne = app.redirect_uris.length === 1 && app.redirect_uris[0] === code.redirect_uri;
  if (code.named_redirect_uri && (app.is_public || !isOnlyOne)) {
    throw new InvalidGrantError('redirect_uri: is required; send the address that the code was sent to');
  }
}
