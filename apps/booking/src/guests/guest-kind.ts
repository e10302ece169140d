import type { Guest } from '@keyhaven/contracts/booking/guest';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import { type ContactKind, MAX_NAMED } from '../contacts/contact-kind';
import { openByDatabaseClock } from '../holds/lapse-holds';
import { job } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { presentContact } from '../store/contact.model';

export const guests: ContactKind<Guest> = {
  noun: 'guest',
  records: (store) => store.guests,
  present: presentContact,
  nameless: 'first_name: is required; expected a first_name, a last_name, or both',
  findReferences,
  recheckDeletion: (args) => job('recheck_guest_deletion', args),
};

/**
 * Finds the records that refer to a guest: bookings (also canceled ones), open quotes, and threads that the messaging
 * service has published. Ignores holds: the quote of an active hold is open, so the quote is found. An ended hold does
 * not prevent the deletion of its guest.
 */
async function findReferences(store: BookingStore, scope: AccountScope, guestId: number): Promise<string[]> {
  const page = { limit: MAX_NAMED };
  const [bookings, quotes, threads] = await Promise.all([
    store.stays.find(
      scope,
      { 'booking.guest_id': guestId, 'booking.type': { $ne: 'quote_hold' } },
      { ...page, orderBy: 'booking.id' },
    ),
    store.quotes.find(scope, genericFilter({ 'quote.guest_id': guestId, ...openByDatabaseClock }), {
      ...page,
      orderBy: 'quote.id',
    }),
    store.threads.find(scope, { guest_id: guestId }, page),
  ]);
  return [
    ...bookings.map(({ booking }) => `booking ${booking.id}`),
    ...quotes.map(({ quote }) => `quote ${quote.id}`),
    ...threads.map(({ _id }) => `thread ${_id}`),
  ];
}
