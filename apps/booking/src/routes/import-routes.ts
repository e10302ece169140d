import type { bookingImportContract } from '@keyhaven/contracts/booking/import-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { importWith } from '@keyhaven/service/imports/import-records';
import { createOperatorBooking } from '../bookings/create-operator-booking';
import { createGuest } from '../guests/write-guests';
import { createProperty } from '../properties/write-properties';
import type { BookingStore } from '../store/booking-store';

/** The imports of operators: each line is created as the named route creates one record. */
export function importRoutes(store: BookingStore): RouteHandlers<typeof bookingImportContract> {
  const { createProperty: property, createBooking: booking } = bookingOperatorContract;
  const { createGuest: guest } = bookingPublicContract;
  return {
    importProperties: importWith({
      route: property,
      api: 'operator',
      create: (scope, body) => createProperty(store, scope, body),
    }),
    importGuests: importWith({
      route: guest,
      api: 'public',
      create: (scope, body) => createGuest(store, scope, body),
    }),
    importBookings: importWith({
      route: booking,
      api: 'operator',
      create: (scope, body) => createOperatorBooking(store, scope, body),
    }),
  };
}
