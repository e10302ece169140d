import type { Link, LinkCreation } from '@keyhaven/contracts/booking/link';
import { ApiError, PassingRefusal } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { job } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { type LinkBody, pairOf, presentLink } from '../store/link.model';
import { readLinks } from '../store/read-links';
import { loadReferences, timeZoneOf } from '../store/references';
import { type LinkTerms, MAX_LINKS } from './domain/linked-properties';
import { findClashes } from './find-clashes';
import { finishLink } from './finish-link';

/** The version of a link in the response. A new link is stored as pending (version 1), then as active (version 2). */
const ACTIVE_VERSION = 2;

/**
 * The maximum number of attempts to find or create the link, while other requests create and remove
 * the link.
 */
const MAX_ATTEMPTS = 6;

type LinkAnswer = { record: Link; version: number };

/**
 * Links two properties, so that on each night at most one of the two can be occupied. If they are
 * linked already, returns the existing link. A repeated request gets the first response again, even
 * if the link was removed in the meantime.
 * @throws ApiError bad_request when a property does not exist or has too many links; conflict, with
 *   nothing changed, when current or future bookings of both properties have the same nights;
 *   idempotency_key_reused.
 */
export async function createLink(
  store: BookingStore,
  sent: AccountScope,
  { property_ids }: LinkCreation,
): Promise<LinkAnswer> {
  // Ignore If-Match, because it would be compared with the link that this request has just created.
  const scope = { ...sent, ifMatchVersion: undefined };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const made = (await store.links.findEarlier(scope))?.created?.record;
    if (made?.state === 'active') return { record: made, version: ACTIVE_VERSION };
    const answer = made ? undefined : await answerActive(store, scope, property_ids);
    if (answer) return answer;
    await tryLink(store, scope, { property_ids, counts_from: await firstNight(store, scope, property_ids) });
  }
  throw new PassingRefusal('conflict', 'the link is being removed by another request at the same time; try again');
}

/**
 * Returns the active link between the properties, if there is one. Stores the request in that link, so that a repeated
 * request gets the same response.
 */
async function answerActive(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly [number, number],
): Promise<LinkAnswer | undefined> {
  try {
    return await store.links.updateOnce(scope, { pair: pairOf(propertyIds), state: 'active' }, (link) =>
      Promise.resolve({
        after: link,
        answersRequest: { record: presentLink(link), version: link.version },
      }),
    );
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'not_found';
    if (isGone || (isKeyReused(error) && (await store.links.findEarlier(scope))?.created)) return undefined;
    throw error;
  }
}

function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused';
}

/**
 * Creates a link, or completes a link that another request began to create.
 * @throws ApiError conflict when bookings of both properties have the same nights.
 */
async function tryLink(store: BookingStore, scope: AccountScope, terms: LinkTerms): Promise<void> {
  const link = await findLink(store, scope, terms.property_ids);
  if (!link) await assertRoom(store, scope, terms.property_ids);
  const linkId = link?._id ?? (await beginLink(store, scope, terms));
  if (linkId === undefined) return;
  const { state, refusal } = await readFinished(store, scope, linkId);
  if (state !== 'active' && refusal) throw new ApiError('conflict', refusal);
}

function findLink(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly [number, number],
): Promise<LinkBody | undefined> {
  return store.links.findOne(scope, { pair: pairOf(propertyIds) });
}

/** Reads the link after its job. If the job failed, completes the link here. */
async function readFinished(store: BookingStore, scope: AccountScope, linkId: number): Promise<LinkBody> {
  const link = await store.links.get(scope, { _id: linkId });
  if (link.state === 'active' || link.state === 'removed') return link;
  await finishLink(store, { accountId: scope.accountId }, linkId);
  return store.links.get(scope, { _id: linkId });
}

/**
 * Stores a pending link, which applies to bookings immediately. Stores the request in the link, so
 * that a concurrent repeated request does not create a second link.
 * @returns the id of the link; undefined if another request has created the link.
 */
async function beginLink(store: BookingStore, scope: AccountScope, terms: LinkTerms): Promise<number | undefined> {
  const clashes = await findClashes(store, scope, terms);
  if (clashes.length > 0) throw new ApiError('conflict', clashes);
  const pair = pairOf(terms.property_ids);
  const pending = { user_id: scope.accountId, version: 0, ...terms, pair, state: 'pending' };
  try {
    const { record } = await store.links.create(scope, async () => ({
      after: { ...pending, _id: await store.ids.next('link') } as UnwrittenLink,
      jobs: [job('finish_link', {})],
    }));
    return record.id;
  } catch (error) {
    if (isDuplicateKey(error) && isDuplicateOf(error, 'pair')) return undefined;
    // In the meantime, a repetition of this request was answered with a different link.
    if (isKeyReused(error)) return undefined;
    throw error;
  }
}

/** A link before the write that sets its timestamps. */
type UnwrittenLink = Omit<LinkBody, 'created_utc' | 'updated_utc'>;

/**
 * The first night for which a new link applies: today at its properties, or the earlier day if their time zones are on
 * different days.
 * @throws ApiError bad_request when a property does not exist.
 */
async function firstNight(store: BookingStore, scope: AccountScope, propertyIds: readonly number[]): Promise<string> {
  const references = await loadReferences(
    store,
    scope,
    propertyIds.map((property_id) => ({ property_id, guest_id: null, listing_site_id: null })),
  );
  const missing = propertyIds.filter((id) => !references.properties.has(id));
  const faults = missing.map((id) => `property_ids: the property id ${id} was not found or is not available`);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  const now = new Date();
  const [first] = propertyIds.map((id) => localTimeAt(now, timeZoneOf(references, id)).date).sort();
  return first!;
}

async function assertRoom(store: BookingStore, scope: AccountScope, propertyIds: readonly number[]): Promise<void> {
  const links = await readLinks(store, scope, propertyIds);
  const faults = propertyIds
    .filter((id) => links.filter(({ property_ids }) => property_ids.includes(id)).length >= MAX_LINKS)
    .map((id) => `property_ids: the property ${id} has ${MAX_LINKS} links and can have no more; remove one first`);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}
