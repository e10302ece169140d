import type { LinkedProperty } from '@keyhaven/stays/night-keys';

/** Two properties that cannot be occupied on the same night, from the night `counts_from` (yyyy-mm-dd) on. */
export interface LinkTerms {
  property_ids: [number, number];
  counts_from: string;
}

/**
 * The maximum number of links of one property. For each night, a stay has one key for its property and one for each
 * link. So a stay of 366 nights has at most 366 × 51 = 18,666 keys, fewer than MAX_NIGHT_KEYS (20,000).
 */
export const MAX_LINKS = 50;

/** A link as it is stored in each of its two properties. */
export interface PropertyLink extends LinkTerms {
  id: number;
}

/** The properties that are linked to the given property. */
export function linkedTo(propertyId: number, links: readonly LinkTerms[]): LinkedProperty[] {
  return links
    .filter(({ property_ids }) => property_ids.includes(propertyId))
    .map(({ property_ids: [a, b], counts_from }) => ({ property_id: a === propertyId ? b : a, counts_from }));
}
