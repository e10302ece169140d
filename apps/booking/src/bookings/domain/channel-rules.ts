import type { BookingPatch } from '@keyhaven/contracts/booking/booking-input';
import type { BookingPart } from '../../store/stay.model';

/** What the channel decides of a booking that it manages. */
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

/** Why a booking that a channel manages cannot be changed so, each fault in words. Present values may be sent. */
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
