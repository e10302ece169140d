import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { addGuestOnce } from '../guests/write-guests';
import type { JobArguments } from '../jobs';
import type { BookingStore } from '../store/booking-store';

/**
 * Adds the guest of an acceptance, unless the acceptance was withdrawn. The write of the acceptance carries the guest's
 * details: a refused one leaves no guest behind, and after a crash another process adds the guest of one that stands.
 */
export async function addAcceptedGuest(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  { guest_id, guest }: JobArguments<'add_accepted_guest'>,
): Promise<void> {
  const stay = await store.quotes.findOne(scope, { _id: stayId });
  if (stay?.quote.state !== 'accepted' || stay.quote.guest_id !== guest_id) return;
  await addGuestOnce(store, scope, guest_id, guest);
}
