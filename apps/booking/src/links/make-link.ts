import type { Link, LinkCreation } from '@keyhaven/contracts/booking/link';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import type { BookingStore } from '../booking-store';
import { finishLink, finishStep } from './finish-link';
import { linkClashes } from './link-clashes';
import { type LinkBody, pairOf, presentLink } from './link.model';
import { readLinks } from './read-links';

/** The most links of one property: with all of them, a stay there may still have a year's nights. */
export const MAX_LINKS = 50;

/** How often a link is begun that others begin and remove at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Links two properties: from now on they cannot both be occupied. Linking them again answers the link that there is.
 * @throws ApiError bad_request for properties that are not there or have too many links, conflict when current or future
 * bookings of both have the same nights: then nothing has changed.
 */
export async function makeLink(
  store: BookingStore,
  scope: AccountScope,
  { property_ids }: LinkCreation,
): Promise<{ record: Link; version: number }> {
  await assertProperties(store, scope, property_ids);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const link = await findLink(store, scope, property_ids);
    if (link?.state === 'active') return answerOf(link);
    if (!link) await assertRoom(store, scope, property_ids);
    const linkId = link?._id ?? (await beginLink(store, scope, property_ids));
    if (linkId === undefined) continue;
    const finished = await readFinished(store, scope, linkId);
    if (finished.state === 'active') return answerOf(finished);
    if (finished.refusal) throw new ApiError('conflict', finished.refusal);
  }
  throw new ApiError('conflict', 'the link is being removed by somebody else at the same time; try again');
}

function findLink(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly [number, number],
): Promise<LinkBody | undefined> {
  return store.links.findOne(scope, { pair: pairOf(propertyIds) });
}

/** The link when nothing is left to do for it: its own step has done it, unless it failed. */
async function readFinished(store: BookingStore, scope: AccountScope, linkId: number): Promise<LinkBody> {
  const link = await store.links.get(scope, { _id: linkId });
  if (link.state === 'active' || link.state === 'removed') return link;
  await finishLink(store, { accountId: scope.accountId }, linkId);
  return store.links.get(scope, { _id: linkId });
}

/** Stores a pending link, which counts at once. Answers its id; undefined when somebody was faster. */
async function beginLink(
  store: BookingStore,
  scope: AccountScope,
  property_ids: [number, number],
): Promise<number | undefined> {
  const clashes = await linkClashes(store, scope, property_ids);
  if (clashes.length > 0) throw new ApiError('conflict', clashes);
  const pending = { user_id: scope.accountId, version: 0, property_ids, pair: pairOf(property_ids), state: 'pending' };
  try {
    const { record } = await store.links.create({ ...scope, idempotency: undefined }, async () => ({
      after: { ...pending, _id: await store.ids.next('link') } as UnwrittenLink as LinkBody,
      references: undefined,
      steps: [finishStep],
    }));
    return record.id;
  } catch (error) {
    if (isDuplicateKey(error) && isDuplicateOf(error, 'pair')) return undefined;
    throw error;
  }
}

/** Times are set by the write itself. */
type UnwrittenLink = Omit<LinkBody, 'created_utc' | 'updated_utc'>;

async function assertProperties(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<void> {
  const found = await store.properties.find(scope, { _id: { $in: [...propertyIds] } }, { limit: propertyIds.length });
  const missing = propertyIds.filter((id) => !found.some(({ _id }) => _id === id));
  const faults = missing.map((id) => `property_ids: the property id ${id} was not found or is not available`);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

async function assertRoom(store: BookingStore, scope: AccountScope, propertyIds: readonly number[]): Promise<void> {
  const links = await readLinks(store, scope, propertyIds);
  const faults = propertyIds
    .filter((id) => links.filter(({ property_ids }) => property_ids.includes(id)).length >= MAX_LINKS)
    .map((id) => `property_ids: the property ${id} has ${MAX_LINKS} links, and more are not accepted`);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

function answerOf(link: LinkBody): { record: Link; version: number } {
  return { record: presentLink(link), version: link.version };
}
