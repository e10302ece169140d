import type { Role } from '@keyhaven/contracts/identity/identity';
import type { ListedPerson, OnBehalf } from '@keyhaven/contracts/identity/person';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { job } from '../jobs';
import type { IdentityStore } from '../store/identity-store';
import { livePerson, type UserBody } from '../store/user.model';
import { assertOwner, scopeOf } from './assert-owner';
import { presentListedPerson } from '../store/present-person';

/** Changes the role of a person. @throws ApiError not_found, forbidden; conflict if the account would have no owner. */
export async function changeRole(
  store: IdentityStore,
  actor: OnBehalf & { role: Role },
  id: number,
): Promise<ListedPerson> {
  await assertOwner(store, actor);
  return presentListedPerson(await setRole(store, scopeOf(actor), id, actor.role));
}

/**
 * Sets the role of a person. An owner is first demoted, and an outbox job of the same write then looks for another
 * owner. If there is none, the job undoes the demotion and the request fails. If the last two owners are demoted in
 * parallel, the job that runs later finds no owner. So at least one owner always remains.
 * @throws ApiError not_found; conflict if the account would have no owner.
 */
export function setRole(store: IdentityStore, scope: AccountScope, id: number, role: Role): Promise<UserBody> {
  return store.users.update(scope, livePerson(id), (before) => {
    if (before.role === role) return Promise.resolve(undefined);
    const jobs = role === 'owner' ? [] : [job('keep_an_owner', {})];
    return Promise.resolve({ after: { ...before, role }, jobs });
  });
}

/**
 * The outbox job of a demotion: undoes the demotion if no other owner can sign in.
 * @param isAwaited whether the request that demoted the person waits for this job.
 * @throws ApiError conflict.
 */
export async function keepAnOwner(
  store: IdentityStore,
  scope: AccountScope,
  id: number,
  isAwaited: boolean,
): Promise<void> {
  // Only owners with a password count. An invited person may never set a password, and then nobody
  // could manage the account.
  const isOwner = { role: 'owner' as const, is_removed: { $ne: true }, password_hash: { $exists: true } };
  // Another process may have run this job before, and undone the demotion. If a request is still waiting, do not count
  // the person who is an owner again, so that the request fails too.
  const counted = isAwaited ? { ...isOwner, _id: { $ne: id } } : isOwner;
  const owners = await store.users.readFields(scope, counted, ['_id'], 1);
  if (owners.length > 0) return;
  await store.users.update(scope, livePerson(id), (before) =>
    Promise.resolve({ after: { ...before, role: 'owner' as const } }),
  );
  throw new ApiError(
    'conflict',
    'the account needs an owner with a password, and this is the last one; make another person owner first',
  );
}
