import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { type DuplicateKeyError, isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import type { BookingPart } from '../bookings/domain/booking-part';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import { keysOfOthers, nightsTaken, wantedKeys } from '../claims/plan-nights';
import { lapseHolds } from '../holds/lapse-holds';
import type { BookingStore } from '../store/booking-store';
import { readLinks } from '../store/read-links';

type Wanted = Pick<BookingPart, 'type' | 'status' | 'property_id' | 'arrival' | 'departure' | 'channel'>;

/** How often a write is tried while expired holds are ended, or others take keys from a channel's booking. */
const MAX_ROUNDS = 50;

/** Whether the unique index on nights refused a write. */
export function isTakenNight(error: unknown): error is DuplicateKeyError {
  return isDuplicateKey(error) && isDuplicateOf(error, 'night_keys');
}

export function refusedKey(error: DuplicateKeyError): string {
  return String(error.keyValue.night_keys);
}

/** What the attempts of one write learn about the nights that it takes. */
export interface NightsToTake {
  /** Keys that were found on other stays; a channel's booking waits for them. */
  taken: Set<string>;
  /**
   * The booking as the write is to store it. The write sets this before it is sent; without it no refusal is explained.
   */
  wanted?: Wanted;
  /** The stay that is written, if it exists already. The write sets this, too. */
  ownStayId?: number;
}

/**
 * Runs a write that takes nights, and turns the unique index's refusal into an error that names the taken nights. If
 * expired holds have these nights, they are ended and the write runs again. A channel's booking is not refused: its
 * write runs again, and it waits for the refused key.
 * @param write sets `wanted` and `ownStayId` of its argument.
 * @throws ApiError nights_taken, and the errors of `write`.
 */
export async function takeNights<Result>(
  store: BookingStore,
  scope: AccountScope,
  write: (nights: NightsToTake) => Promise<Result>,
): Promise<Result> {
  const nights: NightsToTake = { taken: new Set() };
  for (let round = 1; ; round++) {
    try {
      return await write(nights);
    } catch (error) {
      const { wanted, ownStayId, taken } = nights;
      if (!wanted || !isTakenNight(error)) throw error;
      const keys = wantedKeys(wanted, undefined, await readLinks(store, scope, [wanted.property_id]));
      if (round < MAX_ROUNDS && (await lapseHolds(store, scope, [...keys, refusedKey(error)]))) continue;
      const found = await keysOfOthers(store, scope, keys, ownStayId);
      if (round === MAX_ROUNDS) throw nightsTaken(wanted.property_id, found.length > 0 ? found : [refusedKey(error)]);
      if (!isChannelBooking(wanted)) {
        if (found.length > 0) throw nightsTaken(wanted.property_id, found);
        // The holder gave the night up between the refusal and this read: another process may have ended its hold.
        continue;
      }
      for (const key of [...found, refusedKey(error)]) taken.add(key);
    }
  }
}
