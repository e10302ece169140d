import type { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { findRecordsRoutes, knownIn } from '@keyhaven/service/references/find-records-routes';
import type { BookingStore } from '../store/booking-store';
import { summarizeBooking } from '../bookings/summarize-booking';
import { findGuest } from '../guests/find-guest';
import { receiveBalance } from '../payments/receive-balance';
import { findProperty } from '../properties/find-property';

/** The functions that answer other services. */
export function internalRoutes(store: BookingStore): RouteHandlers<typeof bookingInternalContract> {
  return {
    readBooking: ({ params, body }) => summarizeBooking(store, { accountId: accountId(body.user_id) }, params.id),
    findProperty: ({ body }) => findProperty(store, { accountId: accountId(body.user_id) }, body),
    findGuest: ({ body }) => findGuest(store, { accountId: accountId(body.user_id) }, body.guest_id),
    receiveBalance: ({ params, body }) =>
      receiveBalance(store, { accountId: accountId(body.user_id) }, params.id, body.balance),
    ...recordRoutes(store),
  };
}

/** The records that other services refer to, by entity type. */
function recordRoutes({ properties, guests, listingSites, stays }: BookingStore) {
  return findRecordsRoutes({
    property: knownIn(properties),
    guest: knownIn(guests),
    listing_site: knownIn(listingSites),
    booking: async (scope, ids) => {
      const found = await stays.find(scope, { 'booking.id': { $in: [...ids] } }, { limit: ids.length });
      return found.map(({ booking }) => booking.id);
    },
  });
}
