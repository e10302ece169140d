import type { PropertyLink } from '../links/domain/linked-properties';
import type { PropertyBody } from './property.model';

/** The links of some properties, as they are stored in the properties. */
export interface LinkSet {
  links: readonly PropertyLink[];
  /** The `links_revision` of each property by its id. */
  revisions: ReadonlyMap<number, number>;
}

/**
 * Collects the links of properties that the caller has read.
 * @throws Error when a property was not read, because without its links a night could be booked twice.
 */
export function linkSetOf(
  properties: Iterable<Pick<PropertyBody, '_id' | 'links' | 'links_revision'>>,
  propertyIds: readonly number[],
): LinkSet {
  const byId = new Map([...properties].map((property) => [property._id, property]));
  const links = new Map<number, PropertyLink>();
  const revisions = new Map<number, number>();
  for (const id of propertyIds) {
    const property = byId.get(id);
    if (!property) throw new Error(`the links of property ${id} were not read`);
    for (const link of property.links ?? []) links.set(link.id, link);
    revisions.set(id, property.links_revision ?? 0);
  }
  return { links: [...links.values()], revisions };
}
