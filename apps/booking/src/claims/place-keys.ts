import { type LinkedProperty, MAX_NIGHT_KEYS, nightKeys } from '@keyhaven/stays/night-keys';
import { nightCount } from '@keyhaven/stays/nights';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Place } from './domain/place';

/**
 * The keys of a stay at a property and its links.
 * @throws ApiError bad_request when they are more than one stay may have.
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
