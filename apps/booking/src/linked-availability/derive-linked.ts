import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { Decision } from '@keyhaven/persistence/tenant-repository/repository-types';
import type { BookingPart } from '../bookings/domain/booking-part';
import { keepContactJobs } from '../contacts/keep-contact';
import { job } from '../jobs';
import { claimsNights } from '../claims/domain/claim';
import { claimFields, readClaim, readClaims, type StayClaim } from '../claims/read-claims';
import { linkedTo } from '../links/domain/linked-properties';
import { holdExpiry } from '../quotes/domain/quote-status';
import { draftBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import type { LinkBody } from '../store/link.model';
import { readLinks } from '../store/read-links';
import { type BookingReferences, loadReferences, propertyOf } from '../store/references';
import type { StayBody, StayDocument } from '../store/stay.model';

/**
 * The maximum number of attempts to update the linked_availability records of a stay, while other requests create and
 * remove links of its property.
 */
const MAX_ROUNDS = 30;

/**
 * Creates or updates the `linked_availability` records of a stay that occupies nights: one at each linked property,
 * with the dates and status of the stay (its source). These records have no night keys, because the source has the keys
 * of these nights. Reads the links again at the end, because the job of a link that is created or removed at the same
 * time might not find this stay.
 */
export async function deriveLinked(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const source = await readSource(store, scope, stayId);
    if (!source || source.source) return;
    const targets = await targetsOf(store, scope, source);
    const derived = await readClaims(store, scope, { 'source.stay_id': stayId });
    const there = new Set(derived.map(({ booking }) => booking.property_id));
    const missing = targets.filter((id) => !there.has(id));
    const [created] = await Promise.all([
      Promise.all(missing.map((propertyId) => create(store, scope, source, propertyId))),
      ...derived.map(({ _id, booking }) => refresh(store, scope, _id, source, targets.includes(booking.property_id))),
    ]);
    const again = await targetsOf(store, scope, source);
    if (created.every(Boolean) && again.join() === targets.join()) return;
  }
  throw new Error(`the linked records of stay ${stayId} were not written: its links keep changing`);
}

/**
 * Does the same as `deriveLinked` for many stays, with bulk writes. Calls `deriveLinked` for a stay
 * if another request has changed the stay since it was read, if the links of the stay have changed,
 * or if the linked_availability records of the stay could not be written.
 */
export async function deriveMany(store: BookingStore, scope: AccountScope, stayIds: readonly number[]): Promise<void> {
  const ids = [...new Set(stayIds)];
  const readSources = async () =>
    (await store.stays.readFieldsByIds(scope, ids, [...claimFields, 'quote'])).filter(({ source }) => !source);
  const sources: Source[] = await readSources();
  const properties = sources.map(({ booking }) => booking.property_id);
  const links = await readLinks(store, scope, properties);
  const derived = await readClaims(store, scope, { 'source.stay_id': { $in: ids } }, ids.length * MANY_TARGETS);
  const shown = sources.flatMap((source) => targetsBy(links, source).map((property_id) => ({ source, property_id })));
  const references = await loadReferences(
    store,
    scope,
    [...shown, ...derived.map(({ booking }) => booking)].map(({ property_id }) => withoutOthers(property_id)),
  );
  const isThere = new Set(derived.map(({ source, booking }) => `${source?.stay_id}/${booking.property_id}`));
  const missing = shown.filter(({ source, property_id }) => !isThere.has(`${source._id}/${property_id}`));
  const refused = await store.stays.createMany(
    scope,
    await Promise.all(
      missing.map(({ source, property_id }) => newRecord(store, scope, source, property_id, references)),
    ),
  );
  const sourceById = new Map(sources.map((source) => [source._id, source]));
  const unwritten = await store.stays.updateMany(
    scope,
    derived.map(({ _id }) => _id),
    (before) => {
      const source = before.source && sourceById.get(before.source.stay_id);
      if (!source) return undefined;
      const isLinked = targetsBy(links, source).includes(before.booking.property_id);
      const after = refreshed(before, source, isLinked);
      return after && { after, references };
    },
  );
  const again = await readLinks(store, scope, properties);
  const isBehind = new Set(derived.filter(({ _id }) => unwritten.includes(_id)).map(({ source }) => source?.stay_id));
  const isChanged = refused.length > 0 || idsIn(again) !== idsIn(links);
  const now = new Map((await readSources()).map((source) => [source._id, source]));
  for (const source of sources) {
    const isNewer = now.get(source._id)?.revision !== source.revision;
    if (isChanged || isNewer || isBehind.has(source._id)) await deriveLinked(store, scope, source._id);
  }
}

/**
 * The maximum number of linked_availability records to read for each stay. A stay has one for each
 * link, at most MAX_LINKS, and may have canceled records of earlier links.
 */
const MANY_TARGETS = 100;

function idsIn(links: readonly LinkBody[]): string {
  return links.map(({ _id, state }) => `${_id} ${state}`).join();
}

function withoutOthers(property_id: number): { property_id: number; guest_id: null; listing_site_id: null } {
  return { property_id, guest_id: null, listing_site_id: null };
}

/**
 * Updates a new linked_availability record from its source. A change of the source updates only the records that exist
 * at that time, so this new record may have been created from an older state of the source.
 */
export async function refreshLinked(store: BookingStore, scope: AccountScope, derivedId: number): Promise<void> {
  const derived = await readClaim(store, scope, derivedId);
  const source = derived?.source && (await readSource(store, scope, derived.source.stay_id));
  if (!derived || !source) return;
  const targets = await targetsOf(store, scope, source);
  await refresh(store, scope, derivedId, source, targets.includes(derived.booking.property_id));
}

/** The stay from which linked_availability records are created. Its quote says when a hold expires. */
type Source = StayClaim & Pick<StayDocument, 'quote'>;

async function readSource(store: BookingStore, scope: AccountScope, stayId: number): Promise<Source | undefined> {
  return (await store.stays.readFieldsByIds(scope, [stayId], [...claimFields, 'quote']))[0];
}

/**
 * The ids of the properties at which the source needs a linked_availability record, in ascending
 * order. Empty if the source occupies no nights.
 */
async function targetsOf(store: BookingStore, scope: AccountScope, source: StayClaim): Promise<number[]> {
  if (!claimsNights(source.booking)) return [];
  return targetsBy(await readLinks(store, scope, [source.booking.property_id]), source);
}

function targetsBy(links: readonly LinkBody[], { booking }: StayClaim): number[] {
  if (!claimsNights(booking)) return [];
  const active = links.filter(({ state, counts_from }) => state === 'active' && counts_from < booking.departure);
  return linkedTo(booking.property_id, active)
    .map(({ property_id }) => property_id)
    .sort((a, b) => a - b);
}

/** Updates a linked_availability record from its source, unless the record already has a newer state of the source. */
async function refresh(
  store: BookingStore,
  scope: AccountScope,
  derivedId: number,
  source: Source,
  isLinked: boolean,
): Promise<void> {
  await store.stays.update(scope, { _id: derivedId }, async (before) => {
    const after = refreshed(before, source, isLinked);
    return after && { after, references: await loadReferences(store, scope, [after.booking]) };
  });
}

/** Returns the record, updated from its source. Undefined if the record already has a newer state of the source. */
function refreshed(before: StayBody, source: Source, isLinked: boolean): StayBody | undefined {
  if (before.source && before.source.revision > source.revision) return undefined;
  const { arrival, departure, status } = source.booking;
  const booking: BookingPart = isLinked
    ? { ...before.booking, arrival, departure, status, canceled_utc: null }
    : { ...before.booking, status: 'canceled', canceled_utc: before.booking.canceled_utc ?? endOf(source) };
  return { ...before, booking, source: sourceOf(source) };
}

/** When the source was canceled, or when it expired as a hold. Null if it still occupies its nights. */
function endOf({ booking, quote }: Source): Date | null {
  const expiry = holdExpiry(booking, quote);
  return booking.canceled_utc ?? (expiry && expiry <= new Date() ? expiry : null);
}

/**
 * Creates a linked_availability record. Returns false if another process has already created the
 * record.
 */
async function create(store: BookingStore, scope: AccountScope, source: Source, propertyId: number): Promise<boolean> {
  const references = await loadReferences(store, scope, [withoutOthers(propertyId)]);
  try {
    await store.stays.create(scope, () => newRecord(store, scope, source, propertyId, references));
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

async function newRecord(
  store: BookingStore,
  scope: AccountScope,
  source: Source,
  property_id: number,
  references: BookingReferences,
): Promise<Decision<StayDocument, BookingReferences>> {
  const { arrival, departure, status } = source.booking;
  const input = { property_id, arrival, departure, status };
  const property = propertyOf(references, property_id);
  const id = await store.ids.next('booking');
  const booking = draftBooking(id, 'linked_availability', input, property, references.account) as BookingPart;
  const _id = await store.ids.next('stay');
  const jobs = [job('refresh_linked', {}), ...keepContactJobs([], [booking])];
  return { after: { _id, user_id: scope.accountId, booking, source: sourceOf(source) }, references, jobs };
}

function sourceOf({ _id, revision, booking, quote }: Source): NonNullable<StayBody['source']> {
  const { id, type } = booking;
  return { stay_id: _id, revision, booking_id: id, type, expires_utc: holdExpiry(booking, quote) };
}
