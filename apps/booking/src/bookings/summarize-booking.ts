import type { bookingInShort } from '@keyhaven/contracts/booking/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { z } from 'zod';
import type { BookingStore } from '../store/booking-store';
import { presentBooking } from '../store/present-booking';
import { loadEmbeddedReferences } from '../store/references';

/**
 * Returns the fields of a booking that another service needs while it has not received the event of
 * the booking yet.
 */
export async function summarizeBooking(
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<z.infer<typeof bookingInShort>> {
  const stay = await store.stays.findOne(scope, { 'booking.id': id });
  if (!stay) return { outcome: 'unknown' };
  const references = await loadEmbeddedReferences(store, scope, [stay.booking], { withGuests: false });
  const { type, property_id, guest_id, currency_code } = presentBooking(stay.booking, references);
  return { outcome: 'found', type, property_id, guest_id, currency_code };
}
