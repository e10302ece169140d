import type { Introspection } from '@keyhaven/contracts/identity/internal-contract';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { accountId } from '@keyhaven/persistence/account-scope';
import { findClient } from '../store/app.model';
import { findGrant } from '../store/authorization.model';
import { hashToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import { isInForce } from './grants';

/**
 * Introspects the access token of an app. The token is inactive if the app is deleted, if the authorization is revoked,
 * or if the person who authorized the app is removed.
 */
export async function introspectAppToken(store: IdentityStore, presented: string): Promise<Introspection | undefined> {
  const found = await findGrant(store.authorizationModel, 'access', presented);
  if (!found || found.authorization.is_revoked) return undefined;
  const { authorization, grant } = found;
  const hash = hashToken(presented);
  const token = grant.access_tokens.find((one) => one.hash === hash);
  const now = store.now();
  if (!token || !isInForce(token, now)) return undefined;
  const { user_id, client_id, app_owner_id } = authorization;
  const [app, person] = await Promise.all([
    findClient(store.appModel, client_id),
    store.users.findOne({ accountId: accountId(user_id) }, { _id: grant.person_id }),
  ]);
  if (!app || !person || person.is_removed) return undefined;
  store.authorizationUses.note(authorization);
  return {
    active: true,
    user_id,
    person_id: grant.person_id,
    credential_id: grant.id,
    scope: token.scope,
    expires_utc: token.expires_utc && formatInstant(token.expires_utc),
    app: { key: client_id, owner_user_id: app_owner_id },
  };
}
