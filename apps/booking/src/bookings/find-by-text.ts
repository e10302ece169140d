import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { QueryFilter } from 'mongoose';
import { searchFilter } from '../contacts/search-filter';
import { beginsWith } from '../store/begins-with';
import type { BookingStore } from '../store/booking-store';
import type { StayDocument } from '../store/stay.model';

/**
 * The maximum number of guests, and of bookings, that a text may match. If more match, the search
 * is refused.
 */
const MAX_MATCHES = 1000;

/**
 * Finds the stays of bookings that match a text in one of three ways: by the beginnings of the
 * guest's names, like `q` in the list of guests; by the channel's reservation number; or by the
 * beginning of the title. Runs one query for each way, because no index serves all three.
 * @param others the other filters of the list.
 * @returns the ids of the stays.
 * @throws ApiError bad_request if too many guests or bookings match.
 */
export async function findByText(
  store: BookingStore,
  scope: AccountScope,
  q: string,
  others: QueryFilter<StayDocument>,
): Promise<number[]> {
  const text = q.trim();
  if (text === '') return [];
  const find = (one: QueryFilter<StayDocument>) =>
    store.stays.readFields(scope, { $and: [one, others] }, ['_id'], MAX_MATCHES + 1);
  const found = await Promise.all([
    findGuests(store, scope, text).then((guests) =>
      guests.length === 0 ? [] : find({ 'booking.guest_id': { $in: guests } }),
    ),
    find({ 'booking.channel.platform_reservation_number': text }),
    find({ 'booking.title': beginsWith(text) }),
  ]);
  const ids = new Set(found.flat().map(({ _id }) => _id));
  if (ids.size > MAX_MATCHES) throw tooMany(text, 'bookings');
  return [...ids];
}

async function findGuests(store: BookingStore, scope: AccountScope, text: string): Promise<number[]> {
  const sought = searchFilter(text);
  if (!sought) return [];
  const guests = await store.guests.readFields(scope, { is_deleted: false, ...sought }, ['_id'], MAX_MATCHES + 1);
  if (guests.length > MAX_MATCHES) throw tooMany(text, 'guests');
  return guests.map(({ _id }) => _id);
}

function tooMany(text: string, what: string): ApiError {
  const limit = MAX_MATCHES.toLocaleString('en');
  return new ApiError(
    'bad_request',
    `query parameter q: more than ${limit} ${what} match ${JSON.stringify(text)}; send more of the name, number or title`,
  );
}
