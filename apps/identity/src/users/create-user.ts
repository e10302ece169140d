import type { User, UserCreation } from '@keyhaven/contracts/identity/identity';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { IdentityStore } from '../store/identity-store';
import type { StoredLink } from '../store/user.model';

/**
 * The maximum number of people in an account. A list of this many people fits in one page. Parallel
 * requests may exceed the maximum by a few.
 */
export const MAX_PEOPLE = 200;

/** What is stored with a new user: either a link for the first password, or a job that sends such a link. */
interface Invited {
  links?: StoredLink[];
  jobs?: JobRequest[];
}

/**
 * Adds a user to an account.
 * @throws ApiError not_found if the account does not exist, conflict if a user of any account already has the e-mail
 * address, or if the account has too many people.
 */
export async function createUser(
  store: IdentityStore,
  scope: AccountScope,
  input: UserCreation,
  { links, jobs }: Invited = {},
): Promise<User> {
  try {
    const { record } = await store.users.create(scope, async () => {
      await store.accounts.get(scope, { _id: scope.accountId });
      await assertRoom(store, scope);
      const id = await store.ids.next('user');
      const after = { ...input, _id: id, user_id: scope.accountId, version: 0, ...(links ? { links } : {}) };
      return { after, jobs };
    });
    return record;
  } catch (error) {
    if (!isDuplicateKey(error) || !isDuplicateOf(error, 'email_address')) throw error;
    throw new ApiError('conflict', `email_address: ${input.email_address} is taken by another user; use another one`);
  }
}

async function assertRoom(store: IdentityStore, scope: AccountScope): Promise<void> {
  const people = await store.users.readFields(scope, { is_removed: { $ne: true } }, ['_id'], MAX_PEOPLE);
  if (people.length < MAX_PEOPLE) return;
  throw new ApiError('conflict', `the account has ${MAX_PEOPLE} people, the most that it may have; remove one first`);
}
