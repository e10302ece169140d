/** The guests of a stay. Adults and children count toward max_guests; infants and pets do not. */
export interface Party {
  adults: number;
  children: number;
  pets: number;
}

/**
 * How many guests a property accepts. Null means that there is no limit; 0 means that no guests of this kind are
 * accepted.
 */
export interface Occupancy {
  max_guests: number | null;
  max_adults: number | null;
  max_children: number | null;
  max_pets: number | null;
}

/** Charges are generated only for a stay with at least one adult, even if the request ignores rules. */
export function adultsFaults({ adults }: Party): string[] {
  return adults < 1 ? [`adults: ${adults} is not accepted; generate_charges needs at least 1 adult`] : [];
}

/** The property's limits that a party (the guests of a stay) exceeds, one message each. */
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
