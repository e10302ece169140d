import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import type { QueryFilter } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import type { StayDocument } from '../store/stay.model';
import { claimsNights, isKeyOf } from './domain/claim';

/** The fields of a stay that decide which nights it has. */
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

/** The maximum number of stays that one query reads. Far fewer are expected to have or need nights of the same stay. */
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

/** The stays whose documents have any of these keys, either for themselves or as guards for waiting stays. */
export async function holdersOf(
  store: BookingStore,
  scope: AccountScope,
  keys: readonly string[],
): Promise<StayClaim[]> {
  return keys.length === 0 ? [] : readClaims(store, scope, { night_keys: { $in: [...keys] } });
}

/**
 * The stays that wait for any of these keys, even if the key is already kept for them. The stay that was booked first
 * comes first.
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

/** Whether a stay has a key for itself, and not as a guard for others. */
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
 * Bookings that depart on or after this date are certain to get the keys of a link that is made now. The date is early
 * enough for time zones, which are at most a day ahead, and for the clocks of processes, which differ by less than a
 * day.
 */
export function coveredByNewLinksFrom(): string {
  return addDays(new Date().toISOString().slice(0, 10), 3);
}
