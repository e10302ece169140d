import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { addContactOnce } from '../contacts/write-contacts';
import { guests } from '../guests/guest-kind';
import type { JobArguments } from '../jobs';
import type { BookingStore } from '../store/booking-store';

/**
 * The job that creates the guest of an acceptance, unless the acceptance was undone. The guest's
 * details are stored in the job, so a refused acceptance creates no guest, and after a crash
 * another process creates the guest.
 */
export async function addAcceptedGuest(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  { guest_id, guest }: JobArguments<'add_accepted_guest'>,
): Promise<void> {
  const stay = await store.quotes.findOne(scope, { _id: stayId });
  if (stay?.quote.state !== 'accepted' || stay.quote.guest_id !== guest_id) return;
  await addContactOnce(guests, store, scope, guest_id, guest);
}
