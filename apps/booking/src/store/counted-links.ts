import type { PropertyLink } from '../links/domain/linked-properties';
import type { PropertyBody } from './property.model';

/** The links that count for the nights of some properties, as the properties themselves keep them. */
export interface CountedLinks {
  links: readonly PropertyLink[];
  /** By the property's id: the number that rises with every change of its links. */
  revisions: ReadonlyMap<number, number>;
}

/**
 * The links of properties that were read already.
 * @throws Error if a property is not among them: without its links a night could be sold twice.
 */
export function countedLinks(
  properties: Iterable<Pick<PropertyBody, '_id' | 'links' | 'links_revision'>>,
  propertyIds: readonly number[],
): CountedLinks {
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
