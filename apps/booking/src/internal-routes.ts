import type { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import type { BookingStore } from './booking-store';
import { readInShort } from './bookings/read-in-short';
import { findGuest } from './guests/find-guest';
import { confirmBooking } from './payments/confirm-booking';
import { findProperty } from './properties/find-property';

/** What other services ask, and the function that answers it. */
export function internalRoutes(store: BookingStore): RouteHandlers<typeof bookingInternalContract> {
  return {
    readBooking: ({ params, body }) => readInShort(store, { accountId: accountId(body.user_id) }, params.id),
    findProperty: ({ body }) => findProperty(store, { accountId: accountId(body.user_id) }, body),
    findGuest: ({ body }) => findGuest(store, { accountId: accountId(body.user_id) }, body.guest_id),
    confirmBooking: ({ params, body }) =>
      confirmBooking(store, { accountId: accountId(body.user_id) }, params.id, body.balance),
  };
}
