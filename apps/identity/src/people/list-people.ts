import type { ListedPerson, OnBehalf } from '@keyhaven/contracts/identity/person';
import type { IdentityStore } from '../store/identity-store';
import { readActor, scopeOf } from './assert-owner';
import { presentListedPerson } from '../store/present-person';
import { MAX_PEOPLE } from '../users/create-user';

/**
 * Lists the people of an account. Every one of these people may see the list.
 * @throws ApiError not_found.
 */
export async function listPeople(store: IdentityStore, actor: OnBehalf): Promise<{ items: ListedPerson[] }> {
  await readActor(store, actor);
  // Parallel invitations may have exceeded the limit by a few.
  const found = await store.users.find(scopeOf(actor), { is_removed: { $ne: true } }, { limit: 2 * MAX_PEOPLE });
  return { items: found.map(presentListedPerson) };
}
