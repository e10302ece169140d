import type { Booking } from '@keyhaven/contracts/booking/booking';
import type { BookingListQuery, BookingParts } from '@keyhaven/contracts/booking/public-contract';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { BookingStore } from '../booking-store';
import { listedBooking, presentBooking, singleBooking } from './present-booking';
import { loadReferences } from './references';
import type { StayDocument } from './stay.model';

/** A page of the account's bookings of all types, ordered by id. */
export async function listBookings(
  store: BookingStore,
  scope: AccountScope,
  query: BookingListQuery,
  url: string,
): Promise<Page<Booking>> {
  const propertyIds = [...(query.property_ids ?? []), ...(query.property_id ?? [])];
  const namesProperties = query.property_ids !== undefined || query.property_id !== undefined;
  const filter = {
    $and: [
      { 'booking.id': { $exists: true } },
      namesProperties ? { 'booking.property_id': { $in: propertyIds } } : {},
      query.status === undefined ? {} : { 'booking.status': query.status },
      // from: departing on or after; to: arriving on or before.
      query.from === undefined ? {} : { 'booking.departure': { $gte: query.from } },
      query.to === undefined ? {} : { 'booking.arrival': { $lte: query.to } },
      changedSince<StayDocument>('booking.updated_utc', query.since_utc),
      pageFilter<StayDocument>('booking.id', query),
    ],
  };
  const page = { limit: query.limit + 1, skip: pageSkip(query), orderBy: 'booking.id', without: partsNotAsked(query) };
  const bookings = (await store.stays.find(scope, filter, page)).map(({ booking }) => booking);
  const references = await loadReferences(store, scope, bookings);
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
  const { booking } = await store.stays.get(scope, { 'booking.id': id });
  const references = await loadReferences(store, scope, [booking]);
  return {
    record: singleBooking(presentBooking(booking, references), booking.door_codes, parts),
    version: booking.version,
  };
}

/** The parts of bookings that may be large, where a list does not show them. */
function partsNotAsked(parts: BookingParts): string[] {
  return [
    ...(parts.include_fields ? [] : ['booking.fields']),
    ...(parts.include_door_codes ? [] : ['booking.door_codes']),
  ];
}
