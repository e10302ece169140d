import type { User, UserCreation } from '@keyhaven/contracts/identity/identity';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import type { IdentityStore } from '../store/identity-store';

/**
 * Adds a user to an account.
 * @throws ApiError not_found if the account does not exist, conflict if the e-mail address is taken, in this account or
 *   another.
 */
export async function createUser(store: IdentityStore, scope: AccountScope, input: UserCreation): Promise<User> {
  try {
    const { record } = await store.users.create(scope, async () => {
      await store.accounts.get(scope, { _id: scope.accountId });
      const id = await store.ids.next('user');
      const after = { ...input, _id: id, user_id: scope.accountId, version: 0 };
      return { after };
    });
    return record;
  } catch (error) {
    if (!isDuplicateKey(error) || !isDuplicateOf(error, 'email_address')) throw error;
    throw new ApiError('conflict', `email_address: ${input.email_address} is taken by another user; use another one`);
  }
}
