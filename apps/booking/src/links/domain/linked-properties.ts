import type { LinkedProperty } from '@keyhaven/stays/night-keys';

/** Two properties that cannot both be occupied, and the first night, yyyy-mm-dd, for which that counts. */
export interface LinkTerms {
  property_ids: [number, number];
  counts_from: string;
}

/** The most links of one property: with all of them, a stay there may still have a year's nights. */
export const MAX_LINKS = 50;

/** A link as each of its two properties keeps it. */
export interface PropertyLink extends LinkTerms {
  id: number;
}

/** The properties that cannot be occupied together with this one. */
export function linkedTo(propertyId: number, links: readonly LinkTerms[]): LinkedProperty[] {
  return links
    .filter(({ property_ids }) => property_ids.includes(propertyId))
    .map(({ property_ids: [a, b], counts_from }) => ({ property_id: a === propertyId ? b : a, counts_from }));
}
