import { linkPath, type OperatorLink } from '@keyhaven/contracts/identity/link-routes';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import type { IdentityStore } from '../store/identity-store';
import { makeLink } from './make-link';

/**
 * Creates a link with which a person sets a password. The operator gives the link to the person. A repeated request
 * creates a new link, because the first link is not stored.
 * @throws ApiError not_found.
 */
export async function createOperatorLink(store: IdentityStore, scope: AccountScope, id: number): Promise<OperatorLink> {
  const { token, stored } = await makeLink(store, withoutRequestHeaders(scope), id, ({ password_hash }) =>
    password_hash === undefined ? 'first_user' : 'password_reset',
  );
  const { kind, expires_utc } = stored;
  return { kind, url: `${store.publicUrl}${linkPath(token)}`, expires_utc: formatInstant(expires_utc) };
}
