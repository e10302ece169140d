import { type GuestCreation, guestCreation } from '@keyhaven/contracts/booking/guest';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { z } from 'zod';
import type { BookingStore } from '../store/booking-store';
import { addGuestOnce } from '../guests/write-guests';

/** The step of an acceptance that adds the guest whom it names. */
export const ADD_ACCEPTED_GUEST = 'add_accepted_guest';

const jobArguments = z.object({ guest_id: z.int(), guest: guestCreation });

/** The acceptance is answered, and its stay changed again, only when the guest is there. */
export function addGuestJob(guest_id: number, guest: GuestCreation): JobRequest {
  return { name: ADD_ACCEPTED_GUEST, args: { guest_id, guest }, decides: true };
}

/**
 * Adds the guest of an acceptance, unless the acceptance was withdrawn. The write of the acceptance carries the guest's
 * details: a refused one leaves no guest behind, and after a crash another process adds the guest of one that stands.
 */
export async function addAcceptedGuest(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  args: Record<string, unknown>,
): Promise<void> {
  const { guest_id, guest } = jobArguments.parse(args);
  const stay = await store.quotes.findOne(scope, { _id: stayId });
  if (stay?.quote.state !== 'accepted' || stay.quote.guest_id !== guest_id) return;
  await addGuestOnce(store, scope, guest_id, guest);
}
