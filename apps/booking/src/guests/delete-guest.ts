import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { z } from 'zod';
import type { BookingStore } from '../store/booking-store';
import { liveGuest } from '../store/guest.model';
import { referencesTo } from './find-references';
import { keepGuest } from './keep-guest';

/** The step of a deletion that looks for references which were written at the same time. */
export const CONFIRM_GUEST_DELETION = 'confirm_guest_deletion';

const jobArguments = z.object({ back_to: z.int() });

/**
 * Deletes a guest whom nothing refers to. The record stays as a tombstone for as long as deleted records are kept.
 * @throws ApiError not_found; conflict that names what refers to the guest; precondition_failed.
 */
export async function deleteGuest(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  await store.guests.update(scope, liveGuest(id), async (before) => {
    assertUnreferenced(id, await referencesTo(store, scope, id));
    const job = { name: CONFIRM_GUEST_DELETION, args: { back_to: before.version }, decides: true };
    return { after: { ...before, is_deleted: true }, references: undefined, jobs: [job] };
  });
}

/**
 * Takes a deletion back when a record refers to the guest by now.
 * @param answering whether the deletion is answered by the outcome.
 * @throws ApiError conflict when it was taken back and is answered so.
 */
export async function confirmGuestDeletion(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  args: Record<string, unknown>,
  answering: boolean,
): Promise<void> {
  await keepGuest(store, scope, id);
  // A record that refers to the guest may have brought the guest back before.
  const isBack = answering && (await store.guests.findOne(scope, liveGuest(id))) !== undefined;
  const references = isBack ? await referencesTo(store, scope, id) : [];
  if (references.length === 0) return;
  // A repetition of the refused request must not be answered as if the guest were deleted.
  const { back_to } = jobArguments.parse(args);
  await store.guests.update(scope, { _id: id }, (before) =>
    Promise.resolve({ after: before, references: undefined, forgetsChanges: { path: 'version', above: back_to } }),
  );
  assertUnreferenced(id, references);
}

function assertUnreferenced(id: number, references: readonly string[]): void {
  if (references.length === 0) return;
  const verb = references.length === 1 ? 'refers' : 'refer';
  throw new ApiError('conflict', `guest ${id} cannot be deleted: ${references.join(', ')} ${verb} to this guest`);
}
