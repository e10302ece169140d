import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { nightKeys } from '@keyhaven/stays/night-keys';
import type { QueryFilter } from 'mongoose';
import { claimsNights } from '../claims/domain/claim';
import type { PropertyNights } from '../claims/domain/property-nights';
import { readClaims, type StayClaim } from '../claims/read-claims';
import type { BookingStore } from '../store/booking-store';
import { type LinkBody, pairOf } from '../store/link.model';
import type { StayDocument } from '../store/stay.model';
import { linkedTo } from './domain/linked-properties';

const PAGE = 100;

/** Finds the stays that need night keys of a link and lack some of these keys. */
export async function* staysToKey(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  for await (const stay of pages(store, scope, countedBy(link))) {
    if (claimsNights(stay.booking) && lacksKeys(stay, stay.booking, link)) yield stay._id;
  }
  for await (const stay of pages(store, scope, { 'fallback.property_id': { $in: link.property_ids } })) {
    if (stay.fallback && lacksKeys(stay, stay.fallback, link)) yield stay._id;
  }
}

/** Finds the stays that have night keys of a link or wait for such keys. */
export async function* staysWithKeys(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  const ofLink = { $regex: `/${pairOf(link.property_ids)}$` };
  const hasKeys = { $or: [{ night_keys: ofLink }, { waiting_keys: ofLink }] };
  for (const path of ['booking.property_id', 'fallback.property_id']) {
    const filter = genericFilter<StayDocument>({ [path]: { $in: link.property_ids }, ...hasKeys });
    for await (const { _id } of pages(store, scope, filter)) yield _id;
  }
}

/** Finds the stays that need a linked_availability record at the other property of a link. */
export async function* staysToDerive(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  for await (const { _id, booking } of pages(store, scope, countedBy(link))) if (claimsNights(booking)) yield _id;
}

/**
 * Matches the stays that have nights from the link's first night on at one of the link's
 * properties.
 */
function countedBy({ property_ids, counts_from }: LinkBody): QueryFilter<StayDocument> {
  return { 'booking.departure': { $gt: counts_from }, 'booking.property_id': { $in: property_ids } };
}

/**
 * Finds the stays that have active or pending linked_availability records at a link's properties.
 */
export async function* derivedOf(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  const filter = { 'booking.property_id': { $in: link.property_ids }, 'source.stay_id': { $exists: true } };
  for await (const { source, booking } of pages(store, scope, filter)) {
    if (source && booking.status !== 'canceled') yield source.stay_id;
  }
}

/** Finds the stays at both properties of a link that wait for nights. */
export async function* waitingStays(store: BookingStore, scope: AccountScope, link: LinkBody): AsyncGenerator<number> {
  const filter = { 'booking.property_id': { $in: link.property_ids }, waits: true as const };
  for await (const { _id } of pages(store, scope, filter)) yield _id;
}

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

/**
 * Reads all matching stays, page by page, ordered by id. Ids never change, so no stay is missed, even if a stay moves
 * from one of the linked properties to the other between two pages.
 */
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

function lacksKeys({ night_keys = [], waiting_keys = [] }: StayClaim, nights: PropertyNights, link: LinkBody): boolean {
  const has = new Set([...night_keys, ...waiting_keys]);
  return nightKeys(nights.property_id, linkedTo(nights.property_id, [link]), nights).some((key) => !has.has(key));
}
