import type { BookingPatch } from '@keyhaven/contracts/booking/booking-input';
import type { BookingPart } from './booking-part';

/** The fields of a booking that its channel manages. */
const decidedByChannel = [
  'property_id',
  'arrival',
  'departure',
  'guest_id',
  'adults',
  'children',
  'infants',
  'pets',
  'status',
  'listing_site_id',
] as const;

/** The reasons why a patch for a channel's booking is refused, one message each. Unchanged values are accepted. */
export function channelFaults(booking: BookingPart, patch: BookingPatch): string[] {
  if (!booking.channel) return [];
  const { name } = booking.channel;
  const faults = decidedByChannel
    .filter((field) => patch[field] !== undefined && patch[field] !== booking[field])
    .map(
      (field) =>
        `${field}: ${JSON.stringify(patch[field])} is not accepted; ${name} manages this booking, its ${field} stays ${JSON.stringify(booking[field])}`,
    );
  if (patch.generate_charges)
    faults.push(`generate_charges: true is not accepted; ${name} manages the charges of this booking`);
  return faults;
}

/**
 * Whether a channel manages the booking. The channel has sold the stay already, so the booking is
 * stored even if its nights are taken.
 */
export function isChannelBooking(booking: Pick<BookingPart, 'channel'>): boolean {
  return booking.channel !== null;
}
