import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { OnBehalf } from '@keyhaven/contracts/identity/person';
import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { IdentityStore } from '../store/identity-store';
import { livePerson, type UserBody } from '../store/user.model';

/** Returns the account of the person for whom a portal page sends a request. */
export function scopeOf({ user_id }: Pick<OnBehalf, 'user_id'>): AccountScope {
  return { accountId: accountId(user_id), isByClient: true };
}

/** Reads the person for whom a portal page sends a request. @throws ApiError not_found. */
export function readActor(store: IdentityStore, { user_id, person_id }: OnBehalf): Promise<UserBody> {
  return store.users.get(scopeOf({ user_id }), livePerson(person_id), 'a person');
}

/** @throws ApiError not_found; forbidden if the person is not an owner. */
export async function assertOwner(store: IdentityStore, actor: OnBehalf): Promise<void> {
  if ((await readActor(store, actor)).role === 'owner') return;
  throw new ApiError('forbidden', 'only an owner of the account may do this; ask one of them');
}
