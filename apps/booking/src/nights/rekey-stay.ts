import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Decision } from '@keyhaven/persistence/repository-types';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import { job } from '../jobs';
import { settleJob } from '../claims/change-nights';
import { keysOfOthers, planNights, presentClaim, wantedKeys } from '../claims/plan-nights';
import { lapseHolds } from '../holds/lapse-holds';
import type { BookingStore } from '../store/booking-store';
import { readCountedLinks } from '../store/read-links';
import { type BookingReferences, loadReferences } from '../store/references';
import type { StayBody, StayDocument } from '../store/stay.model';
import { isTakenNight, refusedKey } from './take-nights';

/** How often a channel's booking is tried again while others take keys from it. */
const MAX_ROUNDS = 50;

/**
 * Gives a stay the keys of the links that its property has now, and removes those of links that are gone. The booking
 * itself does not change, only the stay's revision, unless a channel's booking has to wait for nights.
 * @param isConfirmed whether this confirms the stay: then it cannot go back to what it was before.
 * @throws DuplicateKeyError when a key lies on another stay and this is no channel's booking; ApiError bad_request when
 * there are more keys than one stay may have, nights_taken when another stay waits for one that this one gave up.
 */
export async function rekeyStay(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  { isConfirmed = false } = {},
): Promise<void> {
  let taken: ReadonlySet<string> = new Set();
  for (let round = 1; ; round++) {
    const known = taken;
    const changed = await store.stays.change(scope, { _id: stayId }, (before) =>
      rekeyed(store, scope, before, isConfirmed, known),
    );
    if ('document' in changed) return;
    const { refused, after } = changed;
    if (!isTakenNight(refused) || round === MAX_ROUNDS) throw refused;
    const wanted = await readWanted(store, scope, stayId);
    if (await lapseHolds(store, scope, [...wanted, refusedKey(refused)])) continue;
    if (!isChannelBooking(after.booking)) throw refused;
    taken = new Set([...taken, refusedKey(refused), ...(await keysOfOthers(store, scope, wanted, stayId))]);
  }
}

/** The stay with the keys of its property's present links; undefined if it has them already and is not confirmed. */
async function rekeyed(
  store: BookingStore,
  scope: AccountScope,
  before: StayBody,
  isConfirmed: boolean,
  taken: ReadonlySet<string>,
): Promise<Decision<StayDocument, BookingReferences> | undefined> {
  const present = await presentClaim(store, scope, before._id);
  const fallback = isConfirmed ? undefined : before.fallback;
  const { booking } = before;
  const propertyIds = [booking.property_id, ...(fallback ? [fallback.property_id] : [])];
  // After the stay: a link that is made later raises the revision of the stays that it gives keys.
  const links = await readCountedLinks(store, scope, propertyIds);
  const next = { booking, fallback, links: links.links };
  const { keys, overbooked, released, waits } = await planNights(store, scope, present, next, taken);
  const isRight =
    sameKeys(keys.night_keys, present.night_keys) &&
    sameKeys(keys.waiting_keys, present.waiting_keys) &&
    fallback === before.fallback &&
    (before.former === undefined || !isConfirmed);
  // A confirmed stay is written even if its keys are right: another process may be about to withdraw the stay that both
  // have read, and this write makes it fail.
  if (isRight && isConfirmed)
    return { after: before, references: await loadReferences(store, scope, [booking]), raisesRevision: true };
  if (isRight) return undefined;
  const after: StayBody = {
    ...before,
    ...keys,
    booking: { ...booking, overbooked_nights: overbooked },
    ...(before.fallback ? { fallback } : {}),
    ...(before.former && isConfirmed ? { former: undefined } : {}),
  };
  const jobs = waits || released.length > 0 ? [settleJob(booking, links, { always: waits, released })] : [];
  if (!isSubset(keys.night_keys, present.night_keys)) jobs.push(job('notify_waitlist', {}));
  return { after, references: await loadReferences(store, scope, [booking]), jobs };
}

async function readWanted(store: BookingStore, scope: AccountScope, stayId: number): Promise<string[]> {
  const { booking, fallback } = await presentClaim(store, scope, stayId);
  const { links } = await readCountedLinks(store, scope, [booking.property_id]);
  return wantedKeys(booking, fallback, links);
}

function sameKeys(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && isSubset(a, b);
}

function isSubset(a: readonly string[] = [], b: readonly string[] = []): boolean {
  const keys = new Set(b);
  return a.every((key) => keys.has(key));
}
