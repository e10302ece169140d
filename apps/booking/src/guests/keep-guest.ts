import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { job } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { findReferences } from './find-references';

interface Referring {
  guest_id: number | null;
}

/** The jobs of a write, by the guests that it refers to before and after: one for each new guest. */
export function keepGuestJobs(
  before: readonly (Referring | undefined)[],
  after: readonly (Referring | undefined)[],
): JobRequest[] {
  const known = new Set(before.map((referring) => referring?.guest_id));
  const named = new Set(after.flatMap((referring) => referring?.guest_id ?? []));
  return [...named].filter((id) => !known.has(id)).map((guest_id) => job('keep_guest', { guest_id }));
}

/**
 * Restores a deleted guest to whom a record refers. A deletion reads the references after its write, and a write that
 * refers to a guest reads the guest after its own: of two concurrent writes the later sees the other.
 */
export async function keepGuest(store: BookingStore, scope: AccountScope, guestId: number): Promise<void> {
  const isDeleted = { _id: guestId, is_deleted: true };
  if (!(await store.guests.findOne(scope, isDeleted))) return;
  if ((await findReferences(store, scope, guestId)).length === 0) return;
  await store.guests.update(scope, { _id: guestId }, (before) =>
    Promise.resolve(
      before.is_deleted
        ? { after: { ...before, is_deleted: false, deleted_utc: undefined }, references: undefined }
        : undefined,
    ),
  );
}
