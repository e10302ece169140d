import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { LinkBody } from '../store/link.model';
import type { PropertyDocument } from '../store/property.model';
import type { PropertyLink } from './domain/linked-properties';

/** How often a property is tried while others write it. */
const MAX_ATTEMPTS = 60;

/** The fields of a property that hold its links, as they were read. */
type PropertyLinks = Pick<PropertyDocument, 'revision' | 'links' | 'links_revision'>;

/**
 * Enters a pending link in both of its properties: from then on it counts for their nights. Each entry is written on
 * condition that the link was still pending after the property was read, so that none is left when it is removed.
 * @returns false if the link is no longer pending.
 */
export async function enterLink(store: BookingStore, scope: AccountScope, link: LinkBody): Promise<boolean> {
  const { _id: id, property_ids, counts_from } = link;
  for (const propertyId of property_ids) {
    const isEntered = await changeLinks(store, scope, propertyId, async ({ links = [] }) => {
      if ((await store.links.get(scope, { _id: id })).state !== 'pending') return 'stop';
      return links.some((entry) => entry.id === id) ? 'done' : [...links, { id, property_ids, counts_from }];
    });
    if (!isEntered) return false;
  }
  return true;
}

/**
 * Takes a link that is being removed out of both properties. The number of their links rises even where it is not
 * entered: a process that is about to enter it there fails.
 */
export async function takeOutLink(
  store: BookingStore,
  scope: AccountScope,
  { _id, property_ids }: LinkBody,
): Promise<void> {
  for (const propertyId of property_ids) {
    let first: number | undefined;
    await changeLinks(store, scope, propertyId, ({ links = [], links_revision = 0 }) => {
      first ??= links_revision;
      const others = links.filter(({ id }) => id !== _id);
      const isTakenOut = others.length === links.length && links_revision > first;
      return Promise.resolve(isTakenOut ? 'done' : others);
    });
  }
}

/**
 * Writes the links of a property until `decide` finds them as they are to be.
 * @returns false if `decide` stopped it.
 */
async function changeLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyId: number,
  decide: (found: PropertyLinks) => Promise<PropertyLink[] | 'done' | 'stop'>,
): Promise<boolean> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const fields = ['revision', 'links', 'links_revision'] as const;
    const [found] = await store.properties.readFields(scope, { _id: propertyId }, fields, 1);
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
