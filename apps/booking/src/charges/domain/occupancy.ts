/** Who comes. Guests are adults and children; infants and pets never count as guests. */
export interface Party {
  adults: number;
  children: number;
  pets: number;
}

/** How many a property takes: null is no limit, 0 is not one. */
export interface Occupancy {
  max_guests: number | null;
  max_adults: number | null;
  max_children: number | null;
  max_pets: number | null;
}

/** Charges need an adult, whatever rules are ignored. */
export function adultsFaults({ adults }: Party): string[] {
  return adults < 1 ? [`adults: ${adults} is not accepted; generate_charges needs at least 1 adult`] : [];
}

/** Which of a property's limits a party is beyond, each in words. */
export function occupancyFaults({ adults, children, pets }: Party, property: Occupancy): string[] {
  const limits: [name: string, count: number, limit: number | null][] = [
    ['guests (adults and children)', adults + children, property.max_guests],
    ['adults', adults, property.max_adults],
    ['children', children, property.max_children],
    ['pets', pets, property.max_pets],
  ];
  return limits.flatMap(([name, count, limit]) =>
    limit !== null && count > limit ? [`${name}: ${count} are more than the property's maximum of ${limit}`] : [],
  );
}
