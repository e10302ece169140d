import {
  type LinkedProperty,
  MAX_NIGHT_KEYS,
  nightKeys,
  nightOfKey,
  propertiesOfKey,
} from '@keyhaven/stays/night-keys';
import { nightCount } from '@keyhaven/stays/nights';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { occupies } from '../../bookings/domain/categories';
import type { BookingPart, Place } from '../../store/stay.model';

/** What decides which nights a booking takes. */
export type Claim = Place & Pick<BookingPart, 'type' | 'status'>;

/** Whether a booking takes its nights: a derived record takes none, its source has them. */
export function claimsNights({ type, status }: Pick<Claim, 'type' | 'status'>): boolean {
  return type !== 'linked_availability' && occupies(status);
}

/**
 * The keys of a stay at a property, and of its links.
 * @throws ApiError bad_request when they are more than one record may have.
 */
export function placeKeys(place: Place, linked: readonly LinkedProperty[]): string[] {
  const keys = nightKeys(place.property_id, linked, place);
  if (keys.length <= MAX_NIGHT_KEYS) return keys;
  const places = linked.length + 1;
  throw new ApiError(
    'bad_request',
    `departure: ${nightCount(place)} nights at property ${place.property_id} and its ${places - 1} links are ${keys.length}; ` +
      `at most ${Math.floor(MAX_NIGHT_KEYS / places)} nights are accepted there`,
  );
}

/** Whether a change of a booking takes or frees nights. */
export function claimChanges(before: Claim, after: Claim): boolean {
  return (
    claimsNights(before) !== claimsNights(after) ||
    before.property_id !== after.property_id ||
    before.arrival !== after.arrival ||
    before.departure !== after.departure
  );
}

/** Whether a key is one of those that a stay at a place takes. */
export function isKeyOf(key: string, place: Place): boolean {
  const night = nightOfKey(key);
  const isThere = propertiesOfKey(key).includes(place.property_id);
  return isThere && place.arrival <= night && night < place.departure;
}
