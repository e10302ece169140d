import type { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { findRecordsRoutes, knownIn } from '@keyhaven/service/references/find-records-routes';
import type { BookingStore } from '../store/booking-store';
import { summarizeBooking } from '../bookings/summarize-booking';
import { keepContact } from '../contacts/keep-contact';
import { findGuest } from '../guests/find-guest';
import { owners } from '../owners/owner-kind';
import { receiveBalance } from '../payments/receive-balance';
import { findProperty } from '../properties/find-property';

export function internalRoutes(store: BookingStore): RouteHandlers<typeof bookingInternalContract> {
  return {
    readBooking: ({ params, body }) => summarizeBooking(store, { accountId: accountId(body.user_id) }, params.id),
    findProperty: ({ body }) => findProperty(store, { accountId: accountId(body.user_id) }, body.property_id),
    findGuest: ({ body }) => findGuest(store, { accountId: accountId(body.user_id) }, body.guest_id),
    keepOwner: async ({ params, body }) => {
      await keepContact(owners, store, { accountId: accountId(body.user_id) }, params.id);
      return {};
    },
    receiveBalance: ({ params, body }) =>
      receiveBalance(store, { accountId: accountId(body.user_id) }, params.id, body.balance),
    ...recordRoutes(store),
  };
}

/**
 * The routes by which other services ask which records exist, before they refer to these records.
 */
function recordRoutes({ properties, guests, owners, listingSites, stays }: BookingStore) {
  return findRecordsRoutes({
    property: knownIn(properties),
    guest: knownIn(guests, { is_deleted: false }),
    owner: knownIn(owners, { is_deleted: false }),
    listing_site: knownIn(listingSites),
    booking: async (scope, ids) => {
      const found = await stays.find(scope, { 'booking.id': { $in: [...ids] } }, { limit: ids.length });
      return found.map(({ booking }) => booking.id);
    },
  });
}
