import type { BookingPatch } from '@keyhaven/contracts/booking/booking-input';
import type { StayInput } from './draft-booking';

const stayFields = [
  'property_id',
  'arrival',
  'departure',
  'guest_id',
  'listing_site_id',
  'adults',
  'children',
  'infants',
  'pets',
  'title',
  'notes',
  'check_in',
  'check_in_end',
  'check_out',
  'cleaning_date',
  'tags',
  'fields',
  'status',
] as const satisfies readonly (keyof StayInput)[];

/** The sent fields of a body that are stored unchanged. */
export function pickStayInput(body: Pick<BookingPatch, (typeof stayFields)[number]>): Partial<StayInput> {
  return Object.fromEntries(
    stayFields.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]),
  );
}
