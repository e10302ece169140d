import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { MAX_NIGHT_KEYS, nightKeys, nightOfKey } from '@keyhaven/stays/night-keys';
import { describeNights } from '@keyhaven/stays/nights';
import type { BookingStore } from '../booking-store';
import { occupies } from './domain/categories';
import type { BookingPart } from './stay.model';

type Claim = Pick<BookingPart, 'status' | 'property_id' | 'arrival' | 'departure'>;

/**
 * The keys of the nights that a booking takes; undefined when it takes none.
 * @throws ApiError bad_request when they are more than one record may have.
 */
export function claimedKeys(booking: Claim): string[] | undefined {
  if (!occupies(booking.status)) return undefined;
  const keys = nightKeys(booking.property_id, [], booking);
  if (keys.length > MAX_NIGHT_KEYS) {
    throw new ApiError(
      'bad_request',
      `the stay covers ${keys.length} nights of properties; at most ${MAX_NIGHT_KEYS} are accepted`,
    );
  }
  return keys;
}

/** Whether a change of a booking takes or frees nights. */
export function claimChanges(before: Claim, after: Claim): boolean {
  return (
    occupies(before.status) !== occupies(after.status) ||
    before.property_id !== after.property_id ||
    before.arrival !== after.arrival ||
    before.departure !== after.departure
  );
}

/**
 * Runs a write that takes nights, and turns the unique index's refusal into an answer that names the taken ones.
 * @param claim the booking as it was to be written; undefined before it came so far.
 * @throws ApiError nights_taken.
 */
export async function refuseTakenNights<Result>(
  store: BookingStore,
  scope: AccountScope,
  claim: () => (Claim & Pick<BookingPart, 'id'>) | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const wanted = claim();
    if (!wanted || !isDuplicateKey(error) || !isDuplicateOf(error, 'night_keys')) throw error;
    const keys = claimedKeys(wanted) ?? [];
    const taken = await takenNights(store, scope, keys, wanted.id);
    // The holder may have left between the refusal and this look: the refused key is known all the same.
    const nights = taken.length > 0 ? taken : [nightOfKey(String(error.keyValue.night_keys))];
    throw new ApiError('nights_taken', `nights at property ${wanted.property_id} are taken: ${describeNights(nights)}`);
  }
}

/** How many holders a refusal looks at: more than a stay of the greatest length can meet on one property. */
const MAX_HOLDERS = 1200;

/** Which of the keys' nights other records hold. */
async function takenNights(store: BookingStore, scope: AccountScope, keys: string[], ownId: number): Promise<string[]> {
  const wanted = new Set(keys);
  const holders = await store.stays.readHidden(
    scope,
    { night_keys: { $in: keys }, 'booking.id': { $ne: ownId } },
    'night_keys',
    MAX_HOLDERS,
  );
  return holders.flatMap(({ night_keys = [] }) => night_keys.filter((key) => wanted.has(key)).map(nightOfKey));
}
