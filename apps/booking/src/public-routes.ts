import type { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import type { BookingStore } from './booking-store';
import { createBooking } from './bookings/create-booking';
import { getBooking, listBookings } from './bookings/read-bookings';
import { updateBooking } from './bookings/update-booking';
import { getGuest, listGuests } from './guests/read-guests';
import { createGuest, updateGuest } from './guests/write-guests';
import { getListingSite, listListingSites } from './listing-sites/listing-sites';
import { getProperty, listProperties } from './properties/read-properties';

/** What integrations ask, and the function that answers it. */
export function publicRoutes(store: BookingStore): RouteHandlers<typeof bookingPublicContract> {
  return {
    listBookings: ({ query, context }) => listBookings(store, publicScope(context), query, context.url),
    getBooking: ({ params, query, context }) =>
      versioned(context, getBooking(store, publicScope(context), params.id, query)),
    createBooking: ({ body, query, context }) =>
      versioned(context, createBooking(store, publicScope(context), body, query)),
    updateBooking: ({ params, body, query, context }) =>
      versioned(context, updateBooking(store, publicScope(context), params.id, body, query)),
    listProperties: ({ query, context }) => listProperties(store, publicScope(context), query, context.url),
    getProperty: ({ params, query, context }) =>
      versioned(context, getProperty(store, publicScope(context), params.id, query)),
    listGuests: ({ query, context }) => listGuests(store, publicScope(context), query, context.url),
    getGuest: ({ params, context }) => versioned(context, getGuest(store, publicScope(context), params.id)),
    createGuest: ({ body, context }) => versioned(context, createGuest(store, publicScope(context), body)),
    updateGuest: ({ params, body, context }) =>
      versioned(context, updateGuest(store, publicScope(context), params.id, body)),
    listListingSites: ({ query, context }) => listListingSites(store, publicScope(context), query, context.url),
    getListingSite: ({ params, context }) => versioned(context, getListingSite(store, publicScope(context), params.id)),
  };
}
