import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { type DuplicateKeyError, isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import type { BookingStore } from '../store/booking-store';
import type { BookingPart } from '../store/stay.model';
import { readLinks } from '../links/list-links';
import { lapseHolds } from '../holds/lapse-holds';
import { isFact, keysOfOthers, nightsTaken, wantedKeys } from '../claims/plan-nights';

type Wanted = Pick<BookingPart, 'type' | 'status' | 'property_id' | 'arrival' | 'departure' | 'channel'>;

/** How often a write goes round holds that are over, and a fact's round keys that others take meanwhile. */
const MAX_ROUNDS = 50;

/** Whether the unique index on nights refused a write. */
export function isTakenNight(error: unknown): error is DuplicateKeyError {
  return isDuplicateKey(error) && isDuplicateOf(error, 'night_keys');
}

export function refusedKey(error: DuplicateKeyError): string {
  return String(error.keyValue.night_keys);
}

/**
 * Runs a write that takes nights, and turns the unique index's refusal into an answer that names the taken ones. A fact
 * is not refused: it is written again, with the refused key among those that it waits for.
 * @param wanted the booking as it was to be written; undefined before it came so far.
 * @param write is told the keys that were found on other records.
 * @throws ApiError nights_taken.
 */
export async function refuseTakenNights<Result>(
  store: BookingStore,
  scope: AccountScope,
  wanted: () => Wanted | undefined,
  write: (taken: Set<string>) => Promise<Result>,
  ownStayId?: () => number | undefined,
): Promise<Result> {
  const taken = new Set<string>();
  for (let round = 1; ; round++) {
    try {
      return await write(taken);
    } catch (error) {
      const booking = wanted();
      if (!booking || !isTakenNight(error)) throw error;
      const keys = wantedKeys(booking, undefined, await readLinks(store, scope, [booking.property_id]));
      // Holds that are over never stand in anyone's way.
      if (round < MAX_ROUNDS && (await lapseHolds(store, scope, [...keys, refusedKey(error)]))) continue;
      const found = await keysOfOthers(store, scope, keys, ownStayId?.());
      if (round === MAX_ROUNDS) throw nightsTaken(booking.property_id, found.length > 0 ? found : [refusedKey(error)]);
      if (!isFact(booking)) {
        if (found.length > 0) throw nightsTaken(booking.property_id, found);
        // The holder left between the refusal and this look: it may have been a hold that is over, which another ended.
        continue;
      }
      for (const key of [...found, refusedKey(error)]) taken.add(key);
    }
  }
}
