import type { Booking } from '@keyhaven/contracts/booking/booking';
import { charge } from '@keyhaven/contracts/booking/charge';
import type { BookingListQuery, BookingParts } from '@keyhaven/contracts/booking/list-queries';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { QueryFilter } from 'mongoose';
import { findPropertiesByText } from '../properties/find-by-text';
import { expiryOf } from '../quotes/domain/quote-status';
import type { BookingStore } from '../store/booking-store';
import { currencyOf, listedBooking, presentBooking, singleBooking } from '../store/present-booking';
import { type EmbeddedReferences, loadEmbeddedReferences } from '../store/references';
import type { StayBody, StayDocument } from '../store/stay.model';
import type { BookingPart } from './domain/booking-part';
import { withRetained } from './domain/with-retained';
import { findByText } from './find-by-text';

/** The operator API returns all parts of a booking that are optional in the public API. */
export const allParts = { include_fields: true, include_door_codes: true };

/** Lists the account's bookings of all types, ordered by id. */
export async function listBookings(
  store: BookingStore,
  scope: AccountScope,
  query: BookingListQuery,
  url: string,
): Promise<Page<Booking>> {
  const properties = namedProperties(query);
  const byText = await findPropertiesByText(store, scope, 'property_q', query.property_q);
  const now = new Date();
  const listed: QueryFilter<StayDocument> = {
    $and: [
      { 'booking.id': { $exists: true } },
      properties ? { 'booking.property_id': { $in: properties } } : {},
      byText ? { 'booking.property_id': { $in: byText } } : {},
      statusFilter(query.status, now),
      // `from` selects departures on or after a date, `to` selects arrivals on or before a date.
      query.from === undefined ? {} : { 'booking.departure': { $gte: query.from } },
      query.to === undefined ? {} : { 'booking.arrival': { $lte: query.to } },
      changedSince<StayDocument>('booking.updated_utc', query.since_utc),
    ],
  };
  const found = query.q === undefined ? {} : { _id: { $in: await findByText(store, scope, query.q, listed) } };
  const filter = { $and: [listed, found, pageFilter<StayDocument>('booking.id', query)] };
  const page = { limit: query.limit + 1, skip: pageSkip(query), orderBy: 'booking.id', without: partsNotAsked(query) };
  const stays = await store.stays.find(scope, filter, page);
  const stored = stays.map(({ booking }) => booking);
  const references = await loadEmbeddedReferences(store, scope, stored, { withGuests: query.include_guest === true });
  const bookings = stays.map((stay) => bookingAt(stay, references, now));
  return buildPage(bookings, query, url, (booking) =>
    listedBooking(presentBooking(booking, references), booking, query),
  );
}

/** Returns one booking. @throws ApiError not_found. */
export async function getBooking(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  parts: BookingParts,
): Promise<{ record: Booking; version: number }> {
  const stay = await store.stays.get(scope, { 'booking.id': id });
  const now = new Date();
  const references = await loadEmbeddedReferences(store, scope, [stay.booking], { withGuests: true });
  const booking = bookingAt(stay, references, now);
  return {
    record: singleBooking(presentBooking(booking, references), booking.door_codes, parts),
    version: booking.version,
  };
}

/**
 * Returns the booking of a stay as clients see it at an instant. A hold that has expired is shown
 * as canceled even before its cancellation is stored, and so are its linked_availability records.
 */
function bookingAt(stay: StayBody, references: EmbeddedReferences, now: Date): BookingPart {
  const { booking } = stay;
  const expires = expiryOf(stay, booking);
  if (expires === null || expires > now || booking.status === 'canceled') return booking;
  const canceled = { ...booking, status: 'canceled' as const, canceled_utc: expires };
  return withRetained(booking, canceled, currencyOf(booking, references));
}

/**
 * Matches bookings with a status. Expired holds count as canceled. Each condition of the $or uses
 * an index, so a list of canceled bookings does not scan all bookings of the account.
 */
function statusFilter(status: BookingListQuery['status'], now: Date): QueryFilter<StayDocument> {
  if (status === undefined) return {};
  const expiredQuote = { 'quote.state': 'open', 'quote.is_deleted': false, 'quote.expires_utc': { $lte: now } };
  const over = [
    { 'booking.type': 'quote_hold', ...expiredQuote },
    { 'source.expires_utc': { $gt: new Date(0), $lte: now } },
  ];
  const written = { 'booking.status': status };
  return genericFilter(status === 'canceled' ? { $or: [written, ...over] } : { ...written, $nor: over });
}

/**
 * Fields of charges that a list loads only with include_charges. The other fields are always
 * loaded, because totals are computed from them.
 */
const chargeDetails = Object.keys(charge.shape)
  .filter((field) => !['amount', 'type', 'is_channel_managed'].includes(field))
  .map((field) => `booking.charges.${field}`);

/** The stored fields that a list does not need. */
function partsNotAsked(parts: BookingParts): string[] {
  return [
    'former',
    'fallback',
    'withdrawn',
    'quote.charges',
    'quote.explanation',
    'booking.contained_taxes',
    ...(parts.include_fields ? [] : ['booking.fields']),
    ...(parts.include_door_codes ? [] : ['booking.door_codes']),
    ...(parts.include_charges ? [] : chargeDetails),
    ...(parts.include_tags ? [] : ['booking.tags']),
    ...(parts.include_cancellation_policy ? [] : ['booking.cancellation_policy_description']),
  ];
}
