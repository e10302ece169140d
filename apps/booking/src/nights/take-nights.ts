import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { type DuplicateKeyError, isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import type { Refused } from '@keyhaven/persistence/tenant-repository/repository-types';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import { keysOfOthers, nightsTaken, wantedKeys } from '../claims/plan-nights';
import { lapseHolds } from '../holds/lapse-holds';
import type { BookingStore } from '../store/booking-store';
import type { LinkSet } from '../store/link-set';
import { readLinkSet } from '../store/read-links';
import type { AnyStayDocument } from '../store/stay.model';

/**
 * How many times to try a write while expired holds are ended, or other stays take night keys that a channel's booking
 * needs.
 */
const MAX_ROUNDS = 50;

/** Whether the unique index on nights refused a write. */
export function isTakenNight(error: unknown): error is DuplicateKeyError {
  return isDuplicateKey(error) && isDuplicateOf(error, 'night_keys');
}

export function refusedKey(error: DuplicateKeyError): string {
  return String(error.keyValue.night_keys);
}

/** An attempt to write a stay, and what the attempts before it have found. */
export interface Attempt {
  round: number;
  /** Keys that other stays have. A channel's booking waits for them. */
  taken: ReadonlySet<string>;
  /** The stays whose expired holds were ended. In a dry run they are only found, so each attempt finds them again. */
  ended: ReadonlySet<number>;
}

export const firstAttempt: Attempt = { round: 1, taken: new Set(), ended: new Set() };

/**
 * Finds out why the unique index on nights refused a write. Ends expired holds that have the nights. A channel's
 * booking is not refused, but waits for the taken nights in the next attempt. In that attempt, the caller must compute
 * the write again.
 * @returns the next attempt, and the current links of the booking's property.
 * @throws ApiError nights_taken that names the taken nights; the error of any other unique index.
 */
export async function nextAttempt(
  store: BookingStore,
  scope: AccountScope,
  { refused, after }: Refused<AnyStayDocument>,
  { round, taken, ended }: Attempt,
): Promise<Attempt & { links: LinkSet }> {
  const { _id, booking } = after;
  if (!booking || !isTakenNight(refused)) throw refused;
  const key = refusedKey(refused);
  const links = await readLinkSet(store, scope, [booking.property_id]);
  const keys = wantedKeys(booking, undefined, links.links);
  const expired = await lapseHolds(store, scope, [...keys, key]);
  const next = { round: round + 1, taken, ended: new Set([...ended, ...expired]), links };
  if (round < MAX_ROUNDS && next.ended.size > ended.size) return next;
  const found = await keysOfOthers(store, scope, keys, _id, ...expired);
  if (round === MAX_ROUNDS) throw nightsTaken(booking.property_id, found.length > 0 ? found : [key]);
  if (isChannelBooking(booking)) return { ...next, taken: new Set([...taken, ...found, key]) };
  if (found.length > 0) throw nightsTaken(booking.property_id, found);
  // The stay that had the night has released it since the refusal. Another process may have ended its hold.
  return next;
}

/**
 * Inserts a new stay. `insert` claims the nights and writes the stay in one write. It runs again while each refusal
 * allows another attempt.
 * @param links the links of the property when the stay was checked.
 * @throws ApiError nights_taken that names the taken nights; the error of any other unique index.
 */
export async function insertWithNights<Written extends object>(
  store: BookingStore,
  scope: AccountScope,
  links: LinkSet,
  insert: (attempt: Attempt & { links: LinkSet }) => Promise<Written | Refused<AnyStayDocument>>,
): Promise<Written> {
  for (let attempt = { ...firstAttempt, links }; ;) {
    const written = await insert(attempt);
    if (!('refused' in written)) return written;
    attempt = await nextAttempt(store, scope, written, attempt);
  }
}
