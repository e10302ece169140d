import type { Booking } from '@keyhaven/contracts/booking/booking';
import { charge } from '@keyhaven/contracts/booking/charge';
import type { BookingListQuery, BookingParts } from '@keyhaven/contracts/booking/public-contract';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { QueryFilter } from 'mongoose';
import { expiryOf } from '../quotes/domain/quote-status';
import type { BookingStore } from '../store/booking-store';
import { listedBooking, presentBooking, singleBooking } from '../store/present-booking';
import { loadShownReferences } from '../store/references';
import type { StayBody, StayDocument } from '../store/stay.model';
import type { BookingPart } from './domain/booking-part';

/** Answers of the operator interface include every part. */
export const allParts = { include_fields: true, include_door_codes: true };

/** A page of the account's bookings of all types, ordered by id. */
export async function listBookings(
  store: BookingStore,
  scope: AccountScope,
  query: BookingListQuery,
  url: string,
): Promise<Page<Booking>> {
  const properties = namedProperties(query);
  const now = new Date();
  const filter = {
    $and: [
      { 'booking.id': { $exists: true } },
      properties ? { 'booking.property_id': { $in: properties } } : {},
      statusFilter(query.status, now),
      // from: departing on or after; to: arriving on or before.
      query.from === undefined ? {} : { 'booking.departure': { $gte: query.from } },
      query.to === undefined ? {} : { 'booking.arrival': { $lte: query.to } },
      changedSince<StayDocument>('booking.updated_utc', query.since_utc),
      pageFilter<StayDocument>('booking.id', query),
    ],
  };
  const page = { limit: query.limit + 1, skip: pageSkip(query), orderBy: 'booking.id', without: partsNotAsked(query) };
  const bookings = (await store.stays.find(scope, filter, page)).map((stay) => bookingAt(stay, now));
  const references = await loadShownReferences(store, scope, bookings, { withGuests: query.include_guest === true });
  return buildPage(bookings, query, url, (booking) =>
    listedBooking(presentBooking(booking, references), booking, query),
  );
}

/** One booking of the account, complete. @throws ApiError not_found. */
export async function getBooking(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  parts: BookingParts,
): Promise<{ record: Booking; version: number }> {
  const booking = bookingAt(await store.stays.get(scope, { 'booking.id': id }), new Date());
  const references = await loadShownReferences(store, scope, [booking], { withGuests: true });
  return {
    record: singleBooking(presentBooking(booking, references), booking.door_codes, parts),
    version: booking.version,
  };
}

/**
 * The booking of a stay at an instant. An expired hold shows as canceled from that second on, even before a write ends
 * it, and so do its records at linked properties.
 */
function bookingAt(stay: StayBody, now: Date): BookingPart {
  const { booking } = stay;
  const expires = expiryOf(stay, booking);
  if (expires === null || expires > now || booking.status === 'canceled') return booking;
  return { ...booking, status: 'canceled', canceled_utc: expires };
}

function statusFilter(status: BookingListQuery['status'], now: Date): QueryFilter<StayDocument> {
  if (status === undefined) return {};
  const over = [
    { 'booking.type': 'quote_hold', 'quote.state': 'open', 'quote.expires_utc': { $lte: now } },
    { 'source.expires_utc': { $lte: now } },
  ];
  const written = { 'booking.status': status };
  return (
    status === 'canceled' ? { $or: [written, ...over] } : { ...written, $nor: over }
  ) as QueryFilter<StayDocument>;
}

/** The fields of charges that only include_charges shows: the sums of a booking need the others. */
const chargeDetails = Object.keys(charge.shape)
  .filter((field) => !['amount', 'type', 'is_channel_managed'].includes(field))
  .map((field) => `booking.charges.${field}`);

/** The parts of stays that a list does not show. */
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
