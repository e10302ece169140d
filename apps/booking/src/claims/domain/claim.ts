import { nightOfKey, propertiesOfKey } from '@keyhaven/stays/night-keys';
import type { BookingPart } from '../../bookings/domain/booking-part';
import { occupies } from '../../bookings/domain/categories';
import type { Place } from './place';

/** What decides which nights a booking takes. */
export type Claim = Place & Pick<BookingPart, 'type' | 'status'>;

/** Whether a booking takes its nights. A linked_availability record takes none: its source has them. */
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

/** Whether a stay at a place takes this key. */
export function isKeyOf(key: string, place: Place): boolean {
  const night = nightOfKey(key);
  const isThere = propertiesOfKey(key).includes(place.property_id);
  return isThere && place.arrival <= night && night < place.departure;
}
