import { type LinkedProperty, MAX_NIGHT_KEYS, nightKeys } from '@keyhaven/stays/night-keys';
import { nightCount } from '@keyhaven/stays/nights';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { PropertyNights } from './domain/property-nights';

/**
 * The night keys of a stay at a property with these links: one key for each night at the property, and one for each
 * night and link that applies to the night.
 * @throws ApiError bad_request when the stay would have more keys than allowed.
 */
export function keysOfNights(nights: PropertyNights, linked: readonly LinkedProperty[]): string[] {
  const keys = nightKeys(nights.property_id, linked, nights);
  if (keys.length <= MAX_NIGHT_KEYS) return keys;
  const keysPerNight = linked.length + 1;
  throw new ApiError(
    'bad_request',
    `departure: ${nightCount(nights)} nights are not accepted at property ${nights.property_id}, which has ${linked.length} links; ` +
      `expected at most ${Math.floor(MAX_NIGHT_KEYS / keysPerNight)} nights`,
  );
}
