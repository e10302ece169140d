import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { writeHeaders } from '../shared/headers';
import { activeQuery, booleanQuery, idInput, text, wordInput } from '../shared/inputs';
import { sinceInput } from '../shared/instants';
import { changedSinceQuery, page, pagingQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { commonErrors, noContent, writeErrors } from '../shared/responses';
import { booking, bookingStatuses } from './booking';
import { bookingPatch, bookingRequest } from './booking-input';
import { guest, guestCreation, guestPatch } from './guest';
import { listingSite } from './listing-site';
import { legacyQuoteRoutes } from './legacy-quote-routes';
import { paymentFormRoutes } from './payment-form';
import { property } from './property';
import { quoteRoutes } from './quote-routes';

const contract = initContract();
const idPath = z.object({ id: idInput });

const bookingParts = z.object({
  include_charges: booleanQuery.optional(),
  include_guest: booleanQuery.optional(),
  include_tags: booleanQuery.optional(),
  include_fields: booleanQuery.optional(),
  include_door_codes: booleanQuery.optional(),
  include_agreements: booleanQuery.optional(),
  include_cancellation_policy: booleanQuery.optional(),
});
export type BookingParts = z.output<typeof bookingParts>;

const bookingListQuery = changedSinceQuery.extend({
  ...bookingParts.shape,
  ...propertyFilter,
  status: wordInput(bookingStatuses).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type BookingListQuery = z.output<typeof bookingListQuery>;

const propertyParts = z.object({ include_tags: booleanQuery.optional(), include_fields: booleanQuery.optional() });
export type PropertyParts = z.output<typeof propertyParts>;
/** The most nights of a search for free properties: the longest stay. */
const MAX_NIGHTS_FREE = 1100;
const DAY_MS = 86_400_000;

const propertyListQuery = changedSinceQuery
  .extend({
    ...propertyParts.shape,
    ...propertyFilter,
    active: activeQuery.optional(),
    is_snoozed: booleanQuery.optional(),
    /**
     * Searches properties that are free on every night from the start date until the end date, which is the departure.
     */
    availability_start_date: calendarDate.optional(),
    availability_end_date: calendarDate.optional(),
  })
  .superRefine(({ availability_start_date: start, availability_end_date: end }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [`availability_${name}_date`], message });
    if (start === undefined && end === undefined) return;
    if (start === undefined) return refuse('start', 'expected a calendar date beside availability_end_date');
    if (end === undefined) return refuse('end', 'expected a calendar date beside availability_start_date');
    const nights = (Date.parse(end) - Date.parse(start)) / DAY_MS;
    if (nights < 1) refuse('end', `expected a date after availability_start_date, ${start}`);
    if (nights > MAX_NIGHTS_FREE) {
      refuse('end', `expected at most ${MAX_NIGHTS_FREE} nights from ${start}, not ${nights}`);
    }
  });
export type PropertyListQuery = z.output<typeof propertyListQuery>;

const guestListQuery = changedSinceQuery.extend({
  q: text(200).optional(),
  created_since_utc: sinceInput.optional(),
});
export type GuestListQuery = z.output<typeof guestListQuery>;

const listingSiteListQuery = pagingQuery.extend({ active: activeQuery.default(true) });
export type ListingSiteListQuery = z.output<typeof listingSiteListQuery>;

/** The routes of the booking service for integrations, through the gateway. */
export const bookingPublicContract = contract.router({
  listBookings: {
    method: 'GET',
    path: '/v2/bookings',
    query: bookingListQuery,
    summary: 'Bookings of all types, ordered by id',
    responses: { 200: page(booking), ...commonErrors },
  },
  getBooking: {
    method: 'GET',
    path: '/v2/bookings/:id',
    pathParams: idPath,
    query: bookingParts,
    summary: 'One booking, complete',
    responses: { 200: booking, ...commonErrors },
  },
  createBooking: {
    method: 'POST',
    path: '/v2/bookings',
    headers: writeHeaders,
    query: bookingParts,
    body: bookingRequest,
    summary: 'Book a stay, block nights, or accept a quote',
    responses: { 200: booking, ...writeErrors },
  },
  updateBooking: {
    method: 'PATCH',
    path: '/v2/bookings/:id',
    pathParams: idPath,
    headers: writeHeaders,
    query: bookingParts,
    body: bookingPatch,
    summary: 'Change a booking; fields that are not sent stay as they are',
    responses: { 200: booking, ...writeErrors },
  },
  ...quoteRoutes,
  ...legacyQuoteRoutes,
  ...paymentFormRoutes,
  listProperties: {
    method: 'GET',
    path: '/v2/properties',
    query: propertyListQuery,
    summary: 'Properties, ordered by id',
    responses: { 200: page(property), ...commonErrors },
  },
  getProperty: {
    method: 'GET',
    path: '/v2/properties/:id',
    pathParams: idPath,
    query: propertyParts,
    summary: 'One property',
    responses: { 200: property, ...commonErrors },
  },
  listGuests: {
    method: 'GET',
    path: '/v2/guests',
    query: guestListQuery,
    summary: 'Guests, ordered by id; q finds by the beginnings of names, e-mail addresses and telephone numbers',
    responses: { 200: page(guest), ...commonErrors },
  },
  getGuest: {
    method: 'GET',
    path: '/v2/guests/:id',
    pathParams: idPath,
    summary: 'One guest',
    responses: { 200: guest, ...commonErrors },
  },
  createGuest: {
    method: 'POST',
    path: '/v2/guests',
    headers: writeHeaders,
    body: guestCreation,
    summary: 'Add a guest',
    responses: { 200: guest, ...writeErrors },
  },
  updateGuest: {
    method: 'PATCH',
    path: '/v2/guests/:id',
    pathParams: idPath,
    headers: writeHeaders,
    body: guestPatch,
    summary: 'Change a guest; a list that is sent replaces the one that was there',
    responses: { 200: guest, ...writeErrors },
  },
  deleteGuest: {
    method: 'DELETE',
    path: '/v2/guests/:id',
    pathParams: idPath,
    headers: writeHeaders,
    summary: 'Delete a guest; a 409 while a booking, canceled ones too, an open quote or a thread refers to the guest',
    responses: { 204: noContent, ...writeErrors },
  },
  listListingSites: {
    method: 'GET',
    path: '/v2/listing_sites',
    query: listingSiteListQuery,
    summary: 'Listing sites',
    responses: { 200: page(listingSite), ...commonErrors },
  },
  getListingSite: {
    method: 'GET',
    path: '/v2/listing_sites/:id',
    pathParams: idPath,
    summary: 'One listing site',
    responses: { 200: listingSite, ...commonErrors },
  },
});
