import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import type { QueryFilter } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import type { StayDocument } from '../store/stay.model';
import { claimsNights, isKeyOf } from './domain/claim';

/** What decides the nights of a stay. */
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

/** A stay with all that decides its nights. */
export type StayClaim = Pick<StayDocument, (typeof claimFields)[number]> & { _id: number };

/** The most records that one look at keys answers: more than a stay of the greatest length can meet. */
const MAX_HOLDERS = 5000;

export function readClaims(
  store: BookingStore,
  scope: AccountScope,
  filter: QueryFilter<StayDocument>,
  limit = MAX_HOLDERS,
): Promise<StayClaim[]> {
  return store.stays.readHidden(scope, filter, claimFields, limit);
}

export async function readClaim(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
): Promise<StayClaim | undefined> {
  return (await readClaims(store, scope, { _id: stayId }, 1))[0];
}

/** The records on which keys lie. */
export async function holdersOf(
  store: BookingStore,
  scope: AccountScope,
  keys: readonly string[],
): Promise<StayClaim[]> {
  return keys.length === 0 ? [] : readClaims(store, scope, { night_keys: { $in: [...keys] } });
}

/** The records that wait for keys, those that others keep for them included; the earliest booked first. */
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

/** Whether a key on a record is its own, and not a guard for others. */
export function ownsKey({ booking, fallback, waiting_keys = [] }: StayClaim, key: string): boolean {
  if (waiting_keys.includes(key)) return false;
  return (claimsNights(booking) && isKeyOf(key, booking)) || (fallback !== undefined && isKeyOf(key, fallback));
}

/** The keys that a record waits for and that nobody keeps for it. */
export function openKeys({
  waiting_keys = [],
  kept_keys = [],
}: Pick<StayClaim, 'waiting_keys' | 'kept_keys'>): string[] {
  const kept = new Set(kept_keys);
  return waiting_keys.filter((key) => !kept.has(key));
}

/**
 * The departure from which on a booking is surely looked through by whoever makes a link at this moment: no zone is
 * further than a day ahead, and the clocks of processes differ by less than another.
 */
export function surelyLookedThroughFrom(): string {
  return addDays(new Date().toISOString().slice(0, 10), 3);
}
