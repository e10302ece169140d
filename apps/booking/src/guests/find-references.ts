import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';

/** How many records of each kind a refused deletion of a guest names. */
const MAX_NAMED = 3;

/**
 * Describes the records that prevent the deletion of a guest: bookings, including canceled ones, open quotes, and the
 * threads that the messaging service has published.
 */
export async function findReferences(store: BookingStore, scope: AccountScope, guestId: number): Promise<string[]> {
  const page = { limit: MAX_NAMED };
  const open = { 'quote.state': 'open', 'quote.is_deleted': false, 'quote.expires_utc': { $gt: new Date() } };
  const [bookings, quotes, threads] = await Promise.all([
    store.stays.find(scope, { 'booking.guest_id': guestId }, { ...page, orderBy: 'booking.id' }),
    store.quotes.find(scope, { 'quote.guest_id': guestId, ...open } as object, { ...page, orderBy: 'quote.id' }),
    store.threads.find(scope, { guest_id: guestId }, page),
  ]);
  return [
    ...bookings.map(({ booking }) => `booking ${booking.id}`),
    ...quotes.map(({ quote }) => `quote ${quote.id}`),
    ...threads.map(({ _id }) => `thread ${_id}`),
  ];
}
