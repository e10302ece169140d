import type { bookingImportContract } from '@keyhaven/contracts/booking/import-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { importWith } from '@keyhaven/service/imports/import-records';
import { createOperatorBooking } from '../bookings/create-operator-booking';
import { createContact } from '../contacts/write-contacts';
import { guests } from '../guests/guest-kind';
import { owners } from '../owners/owner-kind';
import { createProperty } from '../properties/write-properties';
import type { BookingStore } from '../store/booking-store';

/**
 * The import routes of operators. Each line of an import creates a record in the same way as a request to the route for
 * single records.
 */
export function importRoutes(store: BookingStore): RouteHandlers<typeof bookingImportContract> {
  const { createProperty: property, createOwner: owner, createBooking: booking } = bookingOperatorContract;
  const { createGuest: guest } = bookingPublicContract;
  return {
    importProperties: importWith({
      route: property,
      api: 'operator',
      create: (scope, body) => createProperty(store, scope, body),
    }),
    importOwners: importWith({
      route: owner,
      api: 'operator',
      create: (scope, body) => createContact(owners, store, scope, body, {}),
    }),
    importGuests: importWith({
      route: guest,
      api: 'public',
      create: (scope, body) => createContact(guests, store, scope, body, {}),
    }),
    importBookings: importWith({
      route: booking,
      api: 'operator',
      create: (scope, body) => createOperatorBooking(store, scope, body),
    }),
  };
}
