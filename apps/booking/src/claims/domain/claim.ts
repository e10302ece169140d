import { nightOfKey, propertiesOfKey } from '@keyhaven/stays/night-keys';
import type { BookingPart } from '../../bookings/domain/booking-part';
import { occupies } from '../../bookings/domain/categories';
import type { PropertyNights } from './property-nights';

/** The fields that decide which nights a booking occupies. */
export type Claim = PropertyNights & Pick<BookingPart, 'type' | 'status'>;

/**
 * Whether a booking has night keys (see `night_keys` in stay.model.ts). A linked_availability record has none, because
 * its original booking has them.
 */
export function claimsNights({ type, status }: Pick<Claim, 'type' | 'status'>): boolean {
  return type !== 'linked_availability' && occupies(status);
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

/** Whether the key is for a night of a stay with this property and these dates. */
export function isKeyOf(key: string, nights: PropertyNights): boolean {
  const night = nightOfKey(key);
  const isAtProperty = propertiesOfKey(key).includes(nights.property_id);
  return isAtProperty && nights.arrival <= night && night < nights.departure;
}
