import { initContract } from '../platform/ts-rest';
import { importRoute } from '../shared/import-contract';

/** The routes with which operators import many records of an account. */
export const bookingImportContract = initContract().router({
  importProperties: importRoute('properties'),
  importOwners: importRoute('owners'),
  importGuests: importRoute('guests'),
  importBookings: importRoute('bookings'),
});
