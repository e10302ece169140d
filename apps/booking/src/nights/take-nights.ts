import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { type DuplicateKeyError, isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import type { Refused } from '@keyhaven/persistence/repository-types';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import { keysOfOthers, nightsTaken, wantedKeys } from '../claims/plan-nights';
import { lapseHolds } from '../holds/lapse-holds';
import type { BookingStore } from '../store/booking-store';
import type { CountedLinks } from '../store/counted-links';
import { readCountedLinks } from '../store/read-links';
import type { AnyStayDocument } from '../store/stay.model';

/** How often a write is tried while expired holds are ended, or others take keys from a channel's booking. */
const MAX_ROUNDS = 50;

/** Whether the unique index on nights refused a write. */
export function isTakenNight(error: unknown): error is DuplicateKeyError {
  return isDuplicateKey(error) && isDuplicateOf(error, 'night_keys');
}

export function refusedKey(error: DuplicateKeyError): string {
  return String(error.keyValue.night_keys);
}

/** An attempt of a write that takes nights, with what the attempts before it learned. */
export interface Attempt {
  round: number;
  /** Keys that were found on other stays; a channel's booking waits for them. */
  taken: ReadonlySet<string>;
}

export const firstAttempt: Attempt = { round: 1, taken: new Set() };

/**
 * Finds out why the unique index on nights refused a write, and prepares the next attempt, which decides the write
 * again. If expired holds have the nights, they are ended. A channel's booking is not refused: the next attempt waits
 * for the taken nights.
 * @returns the next attempt, and the links of the booking's property as they are now.
 * @throws ApiError nights_taken that names the taken nights; the error of any other unique index.
 */
export async function nextAttempt(
  store: BookingStore,
  scope: AccountScope,
  { refused, after }: Refused<AnyStayDocument>,
  { round, taken }: Attempt,
): Promise<Attempt & { links: CountedLinks }> {
  const { _id, booking } = after;
  if (!booking || !isTakenNight(refused)) throw refused;
  const key = refusedKey(refused);
  const links = await readCountedLinks(store, scope, [booking.property_id]);
  const keys = wantedKeys(booking, undefined, links.links);
  const next = { round: round + 1, taken, links };
  if (round < MAX_ROUNDS && (await lapseHolds(store, scope, [...keys, key]))) return next;
  const found = await keysOfOthers(store, scope, keys, _id);
  if (round === MAX_ROUNDS) throw nightsTaken(booking.property_id, found.length > 0 ? found : [key]);
  if (isChannelBooking(booking)) return { ...next, taken: new Set([...taken, ...found, key]) };
  if (found.length > 0) throw nightsTaken(booking.property_id, found);
  // The holder gave the night up between the refusal and this read: another process may have ended its hold.
  return next;
}
