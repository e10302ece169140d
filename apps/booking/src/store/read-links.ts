import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { PropertyLink } from '../links/domain/linked-properties';
import type { BookingStore } from './booking-store';
import type { LinkBody } from './link.model';
import type { PropertyBody } from './property.model';

/** More links than the properties of one call have. */
const MANY = 1000;

/** The links that are being made or are active, with their states. */
export function readLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<LinkBody[]> {
  const read = (ids: readonly number[]) => {
    const filter = { property_ids: { $in: [...ids] }, state: { $in: ['pending', 'active'] } };
    return store.links.find(scope, filter as object, { limit: MANY });
  };
  if (!scope.together) return read(propertyIds);
  return scope.together.gather('links', propertyIds, async (lists) => {
    const links = await read([...new Set(lists.flat())]);
    return lists.map((ids) => links.filter(({ property_ids }) => property_ids.some((id) => ids.includes(id))));
  });
}

/** The links that count for the nights of some properties, as the properties themselves keep them. */
export interface CountedLinks {
  links: readonly PropertyLink[];
  /** By the property's id: the number that rises with every change of its links. */
  revisions: ReadonlyMap<number, number>;
}

/** Reads the links that count for the nights of properties. */
export async function readCountedLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<CountedLinks> {
  const ids = [...new Set(propertyIds)];
  const filter = { _id: { $in: ids } };
  return countedLinks(await store.properties.readFields(scope, filter, ['links', 'links_revision'], ids.length), ids);
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
