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
 * The maximum number of attempts to write a stay, while expired holds are ended or other stays take
 * night keys that a channel's booking needs.
 */
const MAX_ROUNDS = 50;

/** Whether the unique index on nights refused a write. */
export function isTakenNight(error: unknown): error is DuplicateKeyError {
  return isDuplicateKey(error) && isDuplicateOf(error, 'night_keys');
}

export function refusedKey(error: DuplicateKeyError): string {
  return String(error.keyValue.night_keys);
}

/** An attempt to write a stay, with the findings of the earlier attempts. */
export interface Attempt {
  round: number;
  /** Keys that other stays have. A channel's booking waits for these keys. */
  taken: ReadonlySet<string>;
  /**
   * The stays with expired holds that earlier attempts have found and ended. A dry run only finds
   * such holds, and ends none.
   */
  ended: ReadonlySet<number>;
}

export const firstAttempt: Attempt = { round: 1, taken: new Set(), ended: new Set() };

/**
 * Finds out why the unique index on nights refused a write, and ends expired holds that occupy the nights. A channel's
 * booking waits for the nights that are still taken. The caller must compute the write again for the next attempt.
 * @returns the next attempt, and the current links of the booking's property.
 * @throws ApiError nights_taken that names the taken nights; the original error if another unique index refused the
 *   write.
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
  // No stay occupies the night any more: the other stay has released it, or another process has ended the hold.
  return next;
}

/**
 * Inserts a new stay. `insert` writes the stay and its night keys in one write. `insert` is called
 * again until a write succeeds or `nextAttempt` throws.
 * @param links the links of the property, as the caller has read them to check the stay.
 * @throws ApiError nights_taken that names the taken nights; the original error if another unique
 *   index refused the write.
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
