import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Decision } from '@keyhaven/persistence/tenant-repository/repository-types';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import { job } from '../jobs';
import { settleJob } from '../claims/change-nights';
import { keysOfOthers, planNights, presentClaim, wantedKeys } from '../claims/plan-nights';
import { lapseHolds } from '../holds/lapse-holds';
import type { BookingStore } from '../store/booking-store';
import { readLinkSet } from '../store/read-links';
import { type BookingReferences, loadReferences } from '../store/references';
import type { StayBody, StayDocument } from '../store/stay.model';
import { isTakenNight, refusedKey } from './take-nights';

/**
 * The maximum number of attempts to write a stay, while other stays take night keys that this stay
 * needs.
 */
const MAX_ROUNDS = 50;

/**
 * Gives a stay the night keys of the links that its property has now, and removes the keys of removed links. Changes
 * the booking itself only if it is a channel's booking that has to wait for nights: updates its `overbooked_nights`.
 * @param isFinal whether the latest write of the stay is accepted, so that it can no longer be undone.
 * @throws DuplicateKeyError when another stay has one of the keys and this is not a channel's booking.
 * @throws ApiError bad_request when the stay would have too many keys; nights_taken when other stays wait for one of
 *   the keys.
 */
export async function rekeyStay(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  { isFinal = false } = {},
): Promise<void> {
  let taken: ReadonlySet<string> = new Set();
  for (let round = 1; ; round++) {
    const known = taken;
    const changed = await store.stays.change(scope, { _id: stayId }, (before) =>
      rekeyed(store, scope, before, isFinal, known),
    );
    if ('document' in changed) return;
    const { refused, after } = changed;
    if (!isTakenNight(refused) || round === MAX_ROUNDS) throw refused;
    const wanted = await readWanted(store, scope, stayId);
    if ((await lapseHolds(store, scope, [...wanted, refusedKey(refused)])).size > 0) continue;
    if (!isChannelBooking(after.booking)) throw refused;
    taken = new Set([...taken, refusedKey(refused), ...(await keysOfOthers(store, scope, wanted, stayId))]);
  }
}

/**
 * Returns the stay with the keys of its current links. Undefined if it has these keys already and
 * `isFinal` is false.
 */
async function rekeyed(
  store: BookingStore,
  scope: AccountScope,
  before: StayBody,
  isFinal: boolean,
  taken: ReadonlySet<string>,
): Promise<Decision<StayDocument, BookingReferences> | undefined> {
  const present = await presentClaim(store, scope, before._id);
  const fallback = isFinal ? undefined : before.fallback;
  const { booking } = before;
  const propertyIds = [booking.property_id, ...(fallback ? [fallback.property_id] : [])];
  // Read the links after the stay. A link that is created after the stay was read either is in `links`, or writes its
  // keys into the stay, and then the write of this function fails.
  const links = await readLinkSet(store, scope, propertyIds);
  const next = { booking, fallback, links: links.links };
  const { keys, overbooked, released, waits } = await planNights(store, scope, present, next, taken);
  const isUnchanged =
    sameKeys(keys.night_keys, present.night_keys) &&
    sameKeys(keys.waiting_keys, present.waiting_keys) &&
    fallback === before.fallback &&
    (before.former === undefined || !isFinal);
  // If `isFinal`, write the stay even if its keys do not change. Another process may be about to undo the latest write
  // of the stay. The new revision makes the write of that process fail.
  if (isUnchanged && isFinal)
    return { after: before, references: await loadReferences(store, scope, [booking]), bumpsRevision: true };
  if (isUnchanged) return undefined;
  const after: StayBody = {
    ...before,
    ...keys,
    booking: { ...booking, overbooked_nights: overbooked },
    ...(before.fallback ? { fallback } : {}),
    ...(before.former && isFinal ? { former: undefined } : {}),
  };
  const jobs = waits || released.length > 0 ? [settleJob(booking, links, { always: waits, released })] : [];
  if (!isSubset(keys.night_keys, present.night_keys)) jobs.push(job('notify_waitlist', {}));
  return { after, references: await loadReferences(store, scope, [booking]), jobs };
}

async function readWanted(store: BookingStore, scope: AccountScope, stayId: number): Promise<string[]> {
  const { booking, fallback } = await presentClaim(store, scope, stayId);
  const { links } = await readLinkSet(store, scope, [booking.property_id]);
  return wantedKeys(booking, fallback, links);
}

function sameKeys(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && isSubset(a, b);
}

function isSubset(a: readonly string[] = [], b: readonly string[] = []): boolean {
  const keys = new Set(b);
  return a.every((key) => keys.has(key));
}
