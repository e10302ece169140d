import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { job, type JobArguments } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { liveGuest } from '../store/guest.model';
import { findReferences } from './find-references';
import { keepGuest } from './keep-guest';

/**
 * Deletes a guest to whom no record refers. A tombstone remains for as long as deleted records are kept.
 * @throws ApiError not_found; conflict that names what refers to the guest; precondition_failed.
 */
export async function deleteGuest(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  await store.guests.update(scope, liveGuest(id), async (before) => {
    assertUnreferenced(id, await findReferences(store, scope, id));
    const jobs = [job('confirm_guest_deletion', { back_to: before.version })];
    return { after: { ...before, is_deleted: true }, jobs };
  });
}

/**
 * Reverts a deletion if a record has come to refer to the guest.
 * @param answering whether the request of the deletion waits for the outcome.
 * @throws ApiError conflict when the deletion was reverted and its request waits.
 */
export async function confirmGuestDeletion(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  { back_to }: JobArguments<'confirm_guest_deletion'>,
  answering: boolean,
): Promise<void> {
  await keepGuest(store, scope, id);
  // The job of a record that refers to the guest may have restored the guest before.
  const isBack = answering && (await store.guests.findOne(scope, liveGuest(id))) !== undefined;
  const references = isBack ? await findReferences(store, scope, id) : [];
  if (references.length === 0) return;
  // A repetition of the refused request must not be answered as if the guest had been deleted.
  await store.guests.update(scope, { _id: id }, (before) =>
    Promise.resolve({ after: before, forgetsChanges: { path: 'version', above: back_to } }),
  );
  assertUnreferenced(id, references);
}

function assertUnreferenced(id: number, references: readonly string[]): void {
  if (references.length === 0) return;
  const verb = references.length === 1 ? 'refers' : 'refer';
  throw new ApiError('conflict', `guest ${id} cannot be deleted: ${references.join(', ')} ${verb} to this guest`);
}
