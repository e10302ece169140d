import type { BookingPart } from '../stay.model';

/**
 * What stands against charges for a booking: they need an adult, and the property's occupancy is enforced with them.
 * Guests are adults and children; infants and pets never count as guests. A limit of null is none, 0 is not one.
 */
export function chargeFaults(
  booking: Pick<BookingPart, 'adults' | 'children' | 'pets'>,
  property: {
    max_guests: number | null;
    max_adults: number | null;
    max_children: number | null;
    max_pets: number | null;
  },
): string[] {
  const faults: string[] = [];
  if (booking.adults < 1)
    faults.push(`adults: ${booking.adults} is not accepted; generate_charges needs at least 1 adult`);
  const guests = booking.adults + booking.children;
  const limits: [name: string, count: number, limit: number | null][] = [
    ['guests (adults and children)', guests, property.max_guests],
    ['adults', booking.adults, property.max_adults],
    ['children', booking.children, property.max_children],
    ['pets', booking.pets, property.max_pets],
  ];
  for (const [name, count, limit] of limits) {
    if (limit !== null && count > limit)
      faults.push(`${name}: ${count} are more than the property's maximum of ${limit}`);
  }
  return faults;
}
