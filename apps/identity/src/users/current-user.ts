import type { CurrentUser } from '@keyhaven/contracts/identity/identity';
import { removalMessage } from '@keyhaven/contracts/platform/changes';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { RequestContext } from '@keyhaven/service/http/mount-contract';
import type { IdentityStore } from '../store/identity-store';

/**
 * Returns the user to whom the credentials of a request belong. Some programs read the current user before every API
 * call, to test their connection. So parallel requests with the same credentials share the database reads.
 * @throws ApiError unauthorized if the user no longer exists.
 */
export function getCurrentUser(
  store: IdentityStore,
  scope: AccountScope,
  { caller }: RequestContext,
): Promise<CurrentUser> {
  const tokenId = Number(caller.credentialId);
  const appKey = caller.app?.key;
  return store.currentUsers.read(`${scope.accountId} ${tokenId} ${appKey}`, () =>
    readUser(store, scope, { tokenId, appKey }),
  );
}

/** The credentials of a request; `appKey` is the client id of an OAuth app. */
interface Credential {
  tokenId: number;
  appKey: string | undefined;
}

async function readUser(store: IdentityStore, scope: AccountScope, credential: Credential): Promise<CurrentUser> {
  const [personId, account] = await Promise.all([
    readPersonId(store, scope, credential),
    store.accounts.findOne(scope, { _id: scope.accountId }),
  ]);
  const person = personId === undefined ? undefined : await store.users.findOne(scope, { _id: personId });
  if (!person) throw new ApiError('unauthorized', 'the credentials of this request are no longer valid; send others');
  if (!account) throw new ApiError('not_found', 'an account with this id does not exist');
  return {
    id: account._id,
    email_address: person.email_address,
    company_name: account.company_name,
    first_name: person.first_name,
    last_name: person.last_name,
    time_zone: account.time_zone,
    currency_code: account.currency_code,
  };
}

/** Returns the person to whom a token belongs, or who authorized the app. */
async function readPersonId(
  store: IdentityStore,
  scope: AccountScope,
  { tokenId, appKey }: Credential,
): Promise<number | undefined> {
  if (!Number.isSafeInteger(tokenId)) return undefined;
  if (appKey === undefined) return (await store.tokens.findOne(scope, { _id: tokenId, is_revoked: false }))?.person_id;
  const authorization = await store.authorizations.findOne(scope, { client_id: appKey, is_revoked: false });
  return authorization?.grants.find(({ id }) => id === tokenId)?.person_id;
}

/**
 * Refuses to change the current user. The operation was removed from the API.
 * @throws ApiError gone, always.
 */
export function refuseRemovedUpdate(): Promise<never> {
  return Promise.reject(new ApiError('gone', removalMessage('current-user-update')));
}
