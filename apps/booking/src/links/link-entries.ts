import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { LinkBody } from '../store/link.model';
import type { PropertyDocument } from '../store/property.model';
import type { PropertyLink } from './domain/linked-properties';

/**
 * The maximum number of attempts to write a property while other requests write the same property.
 */
const MAX_ATTEMPTS = 60;

type PropertyLinks = Pick<PropertyDocument, 'revision' | 'links' | 'links_revision'>;

/**
 * Adds a pending link to both of its properties, so that the link applies to the nights of these
 * properties. If another process removes the link at the same time, no entry of the link remains in
 * the properties: after each read of a property, this function checks that the link is still
 * pending, and the write fails if the property has changed since the read.
 * @returns false if the link is no longer pending.
 */
export async function addEntries(store: BookingStore, scope: AccountScope, link: LinkBody): Promise<boolean> {
  const { _id: id, property_ids, counts_from } = link;
  for (const propertyId of property_ids) {
    const isAdded = await changeLinks(store, scope, propertyId, async ({ links = [] }) => {
      if ((await store.links.get(scope, { _id: id })).state !== 'pending') return 'stop';
      return links.some((entry) => entry.id === id) ? 'done' : [...links, { id, property_ids, counts_from }];
    });
    if (!isAdded) return false;
  }
  return true;
}

/**
 * Removes a link from both of its properties. Increases `links_revision` even if a property has no entry of the link.
 * So if another process is about to add the entry, the write of that process fails.
 */
export async function removeEntries(
  store: BookingStore,
  scope: AccountScope,
  { _id, property_ids }: LinkBody,
): Promise<void> {
  for (const propertyId of property_ids) {
    let first: number | undefined;
    await changeLinks(store, scope, propertyId, ({ links = [], links_revision = 0 }) => {
      first ??= links_revision;
      const others = links.filter(({ id }) => id !== _id);
      const isRemoved = others.length === links.length && links_revision > first;
      return Promise.resolve(isRemoved ? 'done' : others);
    });
  }
}

/**
 * Writes to a property the links that `decide` returns. Repeats this until `decide` returns 'done'
 * or 'stop'.
 * @returns false if `decide` returned 'stop'.
 */
async function changeLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyId: number,
  decide: (found: PropertyLinks) => Promise<PropertyLink[] | 'done' | 'stop'>,
): Promise<boolean> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const fields = ['revision', 'links', 'links_revision'] as const;
    const [found] = await store.properties.readFieldsByIds(scope, [propertyId], fields);
    if (!found) throw new Error(`property ${propertyId} does not exist`);
    const links = await decide(found);
    if (links === 'done') return true;
    if (links === 'stop') return false;
    const { revision, links_revision = 0 } = found;
    const change = { id: propertyId, revision, fields: { links, links_revision: links_revision + 1 } };
    await store.properties.writeHidden(scope, [change]);
    if (attempt > 1) await sleep(Math.random() * Math.min(2 ** attempt, 50));
  }
  throw new Error(`the links of property ${propertyId} were not written: others keep changing it`);
}
