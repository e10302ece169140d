import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { nightKeys } from '@keyhaven/stays/night-keys';
import type { QueryFilter } from 'mongoose';
import { claimsNights } from '../claims/domain/claim';
import type { Place } from '../claims/domain/place';
import { readClaims, type StayClaim } from '../claims/read-claims';
import type { BookingStore } from '../store/booking-store';
import { type LinkBody, pairOf } from '../store/link.model';
import type { StayDocument } from '../store/stay.model';
import { linkedTo } from './domain/linked-properties';

const PAGE = 100;

/** Stays with nights for which a link counts that lack its keys. */
export async function* staysToKey(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  for await (const stay of pages(store, scope, countedBy(link))) {
    if (claimsNights(stay.booking) && lacksKeys(stay, stay.booking, link)) yield stay._id;
  }
  for await (const stay of pages(store, scope, { 'fallback.property_id': { $in: link.property_ids } })) {
    if (stay.fallback && lacksKeys(stay, stay.fallback, link)) yield stay._id;
  }
}

/** Stays that have keys of a link, or wait for some. */
export async function* staysWithKeys(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  const end = `/${pairOf(link.property_ids)}`;
  for (const path of ['booking.property_id', 'fallback.property_id']) {
    for await (const stay of pages(store, scope, { [path]: { $in: link.property_ids } })) {
      const keys = [...(stay.night_keys ?? []), ...(stay.waiting_keys ?? [])];
      if (keys.some((key) => key.endsWith(end))) yield stay._id;
    }
  }
}

/** Stays that the other property of a link shows. */
export async function* staysToDerive(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  for await (const { _id, booking } of pages(store, scope, countedBy(link))) if (claimsNights(booking)) yield _id;
}

/** Stays with nights from the link's first night on. */
function countedBy({ property_ids, counts_from }: LinkBody): QueryFilter<StayDocument> {
  return { 'booking.departure': { $gt: counts_from }, 'booking.property_id': { $in: property_ids } };
}

/** The sources of the linked_availability records at a link's properties that are not canceled. */
export async function* derivedOf(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  const filter = { 'booking.property_id': { $in: link.property_ids }, 'source.stay_id': { $exists: true } };
  for await (const { source, booking } of pages(store, scope, filter)) {
    if (source && booking.status !== 'canceled') yield source.stay_id;
  }
}

/** Stays at a link's properties that wait for nights. */
export async function* waitingStays(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  const filter = { 'booking.property_id': { $in: link.property_ids }, waits: true as const };
  for await (const { _id } of pages(store, scope, filter)) yield _id;
}

/** The ids in batches. */
export async function* inBatches(ids: AsyncIterable<number>, size = PAGE): AsyncGenerator<number[]> {
  let batch: number[] = [];
  for await (const id of ids) {
    batch.push(id);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** All stays that match, read page by page, in the order of their ids, which never change. */
async function* pages(
  store: BookingStore,
  scope: AccountScope,
  filter: QueryFilter<StayDocument>,
): AsyncGenerator<StayClaim> {
  for (let after = 0, isLast = false; !isLast;) {
    const page = await readClaims(store, scope, { ...filter, _id: { $gt: after } }, PAGE);
    isLast = page.length < PAGE;
    after = page.at(-1)?._id ?? after;
    yield* page;
  }
}

function lacksKeys({ night_keys = [], waiting_keys = [] }: StayClaim, place: Place, link: LinkBody): boolean {
  const has = new Set([...night_keys, ...waiting_keys]);
  return nightKeys(place.property_id, linkedTo(place.property_id, [link]), place).some((key) => !has.has(key));
}
