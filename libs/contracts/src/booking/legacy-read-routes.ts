import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { idPath } from '../shared/inputs';
import { commonErrors, listErrors } from '../shared/responses';
import { pageOfVersion1, parametersOfVersion1, shapeInVersion1 } from '../shared/version-1';
import { address } from './address';
import { booking, bookingGuest, bookingProperty, doorCode, overbookedNight, travelInsurance } from './booking';
import { bookingListQuery, checkFreeDates, oneBookingParts, onePropertyParts, propertyFilters } from './list-queries';
import { legacyCharge } from './legacy-quote';
import { property } from './property';

/** A booking in responses of version 1. */
export const legacyBooking = z
  .object(
    shapeInVersion1({
      ...booking.shape,
      property: z.object(shapeInVersion1(bookingProperty.shape)).describe('The property in short.'),
      guest: z
        .object(shapeInVersion1(bookingGuest.shape))
        .nullable()
        .optional()
        .describe('The guest in short; null without one. On lists only with `includeGuest`.'),
      overbooked_nights: z
        .array(z.object(shapeInVersion1(overbookedNight.shape)))
        .describe('The nights that other bookings have too. Usually empty.'),
      travel_insurance: z.object(shapeInVersion1(travelInsurance.shape)).describe('The offer of a travel insurance.'),
      charges: z
        .array(legacyCharge)
        .optional()
        .describe('The charges, ordered by `position`. On lists only with `includeCharges`.'),
      door_codes: z
        .array(z.object(shapeInVersion1(doorCode.shape)))
        .optional()
        .describe('Door codes. Only with `includeDoorCodes`.'),
    }),
  )
  .meta({ id: 'LegacyBooking', description: 'Nights of a property that are taken: a stay, a block, or a hold.' });

/** A property in responses of version 1. */
export const legacyProperty = z
  .object(
    shapeInVersion1({
      ...property.shape,
      address: z.object(shapeInVersion1(address.shape)).nullable().describe('Postal address.'),
    }),
  )
  .meta({ id: 'LegacyProperty', description: 'A property that is let.' });

const legacyBookingQuery = z.object(parametersOfVersion1(bookingListQuery.omit({ sinceUtc: true }).shape));
const legacyPropertyQuery = z
  .object(
    parametersOfVersion1(
      propertyFilters.omit({ sinceUtc: true, availability_start_date: true, availability_end_date: true }).shape,
    ),
  )
  .extend(shapeInVersion1(propertyFilters.pick({ availability_start_date: true, availability_end_date: true }).shape))
  .superRefine(checkFreeDates('availabilityStartDate', 'availabilityEndDate'));

/** The read routes of version 1, except those of quotes. They return the records of version 2 in camelCase. */
export const legacyReadRoutes = initContract().router({
  listLegacyBookings: {
    method: 'GET',
    path: '/v1/bookings',
    query: legacyBookingQuery,
    summary: 'List bookings (version 1)',
    description: 'Lists bookings of all types, ordered by id. Use `GET v2/bookings` in new programs.',
    responses: { 200: pageOfVersion1(legacyBooking), ...listErrors },
  },
  getLegacyBooking: {
    method: 'GET',
    path: '/v1/bookings/:id',
    pathParams: idPath('booking'),
    query: z.object(parametersOfVersion1(oneBookingParts.shape)),
    summary: 'Read a booking (version 1)',
    description: 'Returns one booking. Use `GET v2/bookings/{id}` in new programs.',
    responses: { 200: legacyBooking, ...commonErrors },
  },
  listLegacyProperties: {
    method: 'GET',
    path: '/v1/properties',
    query: legacyPropertyQuery,
    summary: 'List properties (version 1)',
    description: 'Lists properties, ordered by id. Use `GET v2/properties` in new programs.',
    responses: { 200: pageOfVersion1(legacyProperty), ...listErrors },
  },
  getLegacyProperty: {
    method: 'GET',
    path: '/v1/properties/:id',
    pathParams: idPath('property'),
    query: z.object(parametersOfVersion1(onePropertyParts.shape)),
    summary: 'Read a property (version 1)',
    description: 'Returns one property. Use `GET v2/properties/{id}` in new programs.',
    responses: { 200: legacyProperty, ...commonErrors },
  },
});
