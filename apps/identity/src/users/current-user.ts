import type { CurrentUser } from '@keyhaven/contracts/identity/identity';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { RequestContext } from '@keyhaven/service/http/mount-contract';
import type { IdentityStore } from '../store/identity-store';

/**
 * Returns the user whose credentials the request carries. Programs test their connection with it, some before each call,
 * so parallel requests with the same credentials share the reads.
 * @throws ApiError unauthorized when the user no longer exists.
 */
export function getCurrentUser(
  store: IdentityStore,
  scope: AccountScope,
  { caller }: RequestContext,
): Promise<CurrentUser> {
  const tokenId = Number(caller.credentialId);
  return store.currentUsers.read(`${scope.accountId} ${tokenId}`, () => readUser(store, scope, tokenId));
}

async function readUser(store: IdentityStore, scope: AccountScope, tokenId: number): Promise<CurrentUser> {
  const [token, account] = await Promise.all([
    Number.isSafeInteger(tokenId) ? store.tokens.findOne(scope, { _id: tokenId, is_revoked: false }) : undefined,
    store.accounts.findOne(scope, { _id: scope.accountId }),
  ]);
  const person = token && (await store.users.findOne(scope, { _id: token.person_id }));
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

/**
 * Changing the current user was removed from the API.
 * @throws ApiError gone, always.
 */
export function refuseRemovedUpdate(): Promise<never> {
  const message =
    'PATCH /v2/users/me was removed on August 1, 2025; read with GET /v2/users/me, and ask the operator for changes';
  return Promise.reject(new ApiError('gone', message));
}
