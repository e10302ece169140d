import type { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { operatorScope } from '@keyhaven/service/scope-of';
import type { BookingStore } from './booking-store';
import { createOperatorBooking, updateOperatorBooking } from './bookings/operate-bookings';
import { createListingSite, updateListingSite } from './listing-sites/listing-sites';
import { createProperty, presentOperatorProperty, updateProperty } from './properties/write-properties';

/** What operators write, and the function that does it. */
export function operatorRoutes(store: BookingStore): RouteHandlers<typeof bookingOperatorContract> {
  return {
    createProperty: ({ params, body, context }) => createProperty(store, operatorScope(context, params.user_id), body),
    updateProperty: ({ params, body, context }) =>
      updateProperty(store, operatorScope(context, params.user_id), params.id, body),
    getProperty: async ({ params, context }) =>
      presentOperatorProperty(await store.properties.get(operatorScope(context, params.user_id), { _id: params.id })),
    createListingSite: ({ params, body, context }) =>
      createListingSite(store, operatorScope(context, params.user_id), body),
    updateListingSite: ({ params, body, context }) =>
      updateListingSite(store, operatorScope(context, params.user_id), params.id, body),
    createBooking: ({ params, body, context }) =>
      createOperatorBooking(store, operatorScope(context, params.user_id), body),
    updateBooking: ({ params, body, context }) =>
      updateOperatorBooking(store, operatorScope(context, params.user_id), params.id, body),
  };
}
