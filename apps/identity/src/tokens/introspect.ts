import type { Scope } from '@keyhaven/contracts/identity/identity';
import type { Introspection, PresentedCredentials } from '@keyhaven/contracts/identity/internal-contract';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { Body } from '@keyhaven/persistence/tenant-document';
import type { IdentityStore } from '../store/identity-store';
import { introspectAppToken } from '../authorizations/introspect-app-token';
import { findPresented, type TokenDocument } from '../store/token.model';
import { widestScopeOf } from '../store/user.model';

/**
 * Introspects credentials: a personal token with its user's e-mail address (in upper or lower case), or an access token
 * without an address. All invalid credentials get the same response, which does not show what was wrong.
 */
export async function introspect(
  store: IdentityStore,
  { token: presented, email_address }: PresentedCredentials,
): Promise<Introspection> {
  const [token, ofApp] = await Promise.all([
    findPresented(store.tokenModel, presented),
    email_address === undefined ? introspectAppToken(store, presented) : undefined,
  ]);
  if (ofApp) return ofApp;
  if (!token || !isInForce(token, store.now())) return { active: false };
  const scope = await presentedScope(store, token, email_address);
  if (scope === undefined) return { active: false };
  store.tokenUses.note(token);
  return {
    active: true,
    user_id: token.user_id,
    person_id: token.person_id,
    credential_id: token._id,
    scope,
    expires_utc: token.expires_utc ? formatInstant(token.expires_utc) : null,
    app: null,
  };
}

function isInForce({ is_revoked, expires_utc }: Body<TokenDocument>, now: Date): boolean {
  return !is_revoked && (expires_utc === null || expires_utc > now);
}

/**
 * Returns the scope of a token. Undefined for a personal token without its user's e-mail address,
 * and for an access token with an e-mail address. The scope of a personal token is `read` if its
 * user is now a member.
 */
async function presentedScope(
  store: IdentityStore,
  token: Body<TokenDocument>,
  emailAddress: string | undefined,
): Promise<Scope | undefined> {
  if (token.kind === 'access') return emailAddress === undefined ? token.scope : undefined;
  if (emailAddress === undefined) return undefined;
  const person = await store.users.findOne({ accountId: accountId(token.user_id) }, { _id: token.person_id });
  if (person?.email_address !== emailAddress.toLowerCase()) return undefined;
  return widestScopeOf(person.role) === 'read' ? 'read' : token.scope;
}
