import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { z } from 'zod';
import type { BookingStore } from '../store/booking-store';
import { referencesTo } from './find-references';

/** The step of a write that begins to refer to a guest, who may be deleted at the same time. */
export const KEEP_GUEST = 'keep_guest';

interface Referring {
  guest_id: number | null;
}

/** The steps of a write, by what it refers to before and after: none where it names no other guest than before. */
export function keepGuestJobs(
  before: readonly (Referring | undefined)[],
  after: readonly (Referring | undefined)[],
): JobRequest[] {
  const known = new Set(before.map((referring) => referring?.guest_id));
  const named = new Set(after.map((referring) => referring?.guest_id).filter((id) => id != null && !known.has(id)));
  return [...named].map((guest_id) => ({ name: KEEP_GUEST, args: { guest_id } }));
}

const jobArguments = z.object({ guest_id: z.int() });

/** Runs the step of a write that refers to a guest. */
export function keepNamedGuest(store: BookingStore, scope: AccountScope, args: Record<string, unknown>): Promise<void> {
  return keepGuest(store, scope, jobArguments.parse(args).guest_id);
}

/**
 * Brings a deleted guest back whom a record refers to. A deletion looks for references after its write, and a write that
 * refers to a guest looks for the guest after it: of two that race the later one sees the other.
 */
export async function keepGuest(store: BookingStore, scope: AccountScope, guestId: number): Promise<void> {
  const isDeleted = { _id: guestId, is_deleted: true };
  if (!(await store.guests.findOne(scope, isDeleted))) return;
  if ((await referencesTo(store, scope, guestId)).length === 0) return;
  await store.guests.update(scope, { _id: guestId }, (before) =>
    Promise.resolve(
      before.is_deleted
        ? { after: { ...before, is_deleted: false, deleted_utc: undefined }, references: undefined }
        : undefined,
    ),
  );
}
