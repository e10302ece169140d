import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import type { QueryFilter } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import type { StayDocument } from '../store/stay.model';
import { claimsNights, isKeyOf } from './domain/claim';

/**
 * The fields of a stay that say which nights it occupies, waits for and keeps for others, and whether its latest write
 * may still be undone.
 */
export const claimFields = [
  'booking',
  'night_keys',
  'waiting_keys',
  'kept_keys',
  'awaited',
  'waits',
  'fallback',
  'former',
  'withdrawn',
  'source',
  'revision',
] as const;

export type StayClaim = Pick<StayDocument, (typeof claimFields)[number]> & { _id: number };

/**
 * The maximum number of stays that one query reads. Far fewer stays are expected to share nights
 * with one stay.
 */
const MAX_HOLDERS = 5000;

export function readClaims(
  store: BookingStore,
  scope: AccountScope,
  filter: QueryFilter<StayDocument>,
  limit = MAX_HOLDERS,
): Promise<StayClaim[]> {
  return store.stays.readFields(scope, filter, claimFields, limit);
}

export async function readClaim(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
): Promise<StayClaim | undefined> {
  return (await readClaims(store, scope, { _id: stayId }, 1))[0];
}

/** The maximum number of keys for which one query searches. The bookings of an import need a few hundred keys. */
const MAX_KEYS = 2000;

/**
 * The stays that have any of these keys in `night_keys`, whether for themselves or as guards for
 * waiting stays. Calls in the same turn of the event loop share a query.
 */
export async function holdersOf(
  store: BookingStore,
  scope: AccountScope,
  keys: readonly string[],
): Promise<StayClaim[]> {
  if (keys.length === 0) return [];
  return store.reads.gather(`holders ${scope.accountId}`, keys, async (calls: readonly (readonly string[])[]) => {
    const wanted = [...new Set(calls.flat())];
    const pages = Array.from({ length: Math.ceil(wanted.length / MAX_KEYS) }, (_, page) =>
      readClaims(store, scope, { night_keys: { $in: wanted.slice(page * MAX_KEYS, (page + 1) * MAX_KEYS) } }),
    );
    const found = (await Promise.all(pages)).flat();
    if (calls.length === 1) return [found];
    // The result of a query is not a snapshot: if a key is handed over while the query runs, two of the returned stays
    // can have the key.
    const byKey = new Map<string, StayClaim[]>();
    for (const stay of found) {
      for (const key of stay.night_keys ?? []) byKey.set(key, [...(byKey.get(key) ?? []), stay]);
    }
    return calls.map((call) => {
      const holders = call.flatMap((key) => byKey.get(key) ?? []);
      return [...new Map(holders.map((stay) => [stay._id, stay])).values()];
    });
  });
}

/**
 * The stays that wait for any of these keys, including stays for which such a key is already kept.
 * Ordered by the time of booking.
 */
export async function waitersFor(
  store: BookingStore,
  scope: AccountScope,
  keys: readonly string[],
): Promise<StayClaim[]> {
  if (keys.length === 0) return [];
  const found = await readClaims(store, scope, { waiting_keys: { $in: [...keys] } });
  const rank = ({ booking }: StayClaim) => booking.booked_utc.getTime();
  return found.sort((a, b) => rank(a) - rank(b) || a.booking.id - b.booking.id);
}

/** Whether a stay uses a key itself, and does not keep it as a guard for others. */
export function ownsKey({ booking, fallback, waiting_keys = [] }: StayClaim, key: string): boolean {
  if (waiting_keys.includes(key)) return false;
  return (claimsNights(booking) && isKeyOf(key, booking)) || (fallback !== undefined && isKeyOf(key, fallback));
}

/** The keys that a stay waits for and that are not yet kept for it. */
export function openKeys({
  waiting_keys = [],
  kept_keys = [],
}: Pick<StayClaim, 'waiting_keys' | 'kept_keys'>): string[] {
  const kept = new Set(kept_keys);
  return waiting_keys.filter((key) => !kept.has(key));
}

/**
 * A link that is created now certainly gives its keys to the bookings that depart on or after this date. The date is
 * three days ahead: the first night of the link is today at its properties, which can be tomorrow in UTC; a booking
 * with this night departs a day later; and the clocks of processes may differ by up to a day.
 */
export function coveredByNewLinksFrom(): string {
  return addDays(new Date().toISOString().slice(0, 10), 3);
}
