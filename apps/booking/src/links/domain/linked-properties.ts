import type { LinkedProperty } from '@keyhaven/stays/night-keys';

/** Two properties that cannot both be occupied, and the first night, yyyy-mm-dd, for which that counts. */
export interface LinkTerms {
  property_ids: [number, number];
  counts_from: string;
}

/** The properties that cannot be occupied together with this one. */
export function linkedTo(propertyId: number, links: readonly LinkTerms[]): LinkedProperty[] {
  return linksOf(propertyId, links).map(({ property_ids: [a, b], counts_from }) => ({
    property_id: a === propertyId ? b : a,
    counts_from,
  }));
}

/** The ids of a property's links, ascending. */
export function idsOfLinks(links: readonly (LinkTerms & { _id: number })[], propertyId: number): number[] {
  return linksOf(propertyId, links)
    .map(({ _id }) => _id)
    .sort((a, b) => a - b);
}

function linksOf<Link extends LinkTerms>(propertyId: number, links: readonly Link[]): Link[] {
  return links.filter(({ property_ids }) => property_ids.includes(propertyId));
}
