import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, isRefusal } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { outcomeUnknown } from '@keyhaven/persistence/request-progress';
import type { BookingPart } from '../bookings/domain/booking-part';
import { claimsNights } from '../claims/domain/claim';
import { keysOfOthers, nightsTaken, wantedKeys } from '../claims/plan-nights';
import { readClaim, type StayClaim } from '../claims/read-claims';
import { findClashes } from '../links/find-clashes';
import { refuseLink } from '../links/finish-link';
import { rekeyStay } from '../nights/rekey-stay';
import { isTakenNight } from '../nights/take-nights';
import type { BookingStore } from '../store/booking-store';
import { pairOf } from '../store/link.model';
import { readLinkSet } from '../store/read-links';
import { type LinkTerms, MAX_LINKS } from '../links/domain/linked-properties';
import type { Withdrawal } from '../store/stay.model';
import { withdrawStay } from './withdraw-stay';

/**
 * The maximum number of attempts to give a stay the keys of its links, while other requests create and remove links of
 * its property.
 */
const MAX_ROUNDS = 30;

/**
 * The write whose request waits for this job: the revision of the stay after the write, and the version of the booking
 * before the write.
 */
type AnsweredWrite = Pick<Withdrawal, 'revision'> & Pick<BookingPart, 'version'>;

/**
 * Gives a written stay the keys of the current links. Afterwards the request of the write can be
 * answered. If a linked property is occupied on a night of the stay:
 * - a link that is still being created is refused;
 * - if the link is active, the write of the stay is undone. This is safe, because the request of
 *   the write has not been answered.
 * Stays that were written before the link was created are never undone, because the creation of the
 * link has already given them its keys.
 * @throws ApiError nights_taken when the write was undone, here or by another process;
 *   gateway_timeout when the links keep changing.
 */
export async function secureNights(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  answering?: AnsweredWrite,
): Promise<void> {
  for (let round = 1; ; round++) {
    try {
      await rekeyStay(store, scope, stayId, { isFinal: true });
      break;
    } catch (error) {
      if (!isTakenNight(error) && !isRefusal(error)) throw error;
      if (round === MAX_ROUNDS) throw linksChange(error);
      const stay = await readClaim(store, scope, stayId);
      if (!stay || !claimsNights(stay.booking)) continue;
      await resolveConflict(store, scope, stay, error);
      // Wait briefly, because another process may be removing a conflicting link.
      await sleep(Math.random() * Math.min(2 ** round, 50));
    }
  }
  if (answering !== undefined) await assertNotWithdrawn(store, scope, stayId, answering);
}

function linksChange(cause: unknown): ApiError {
  return Object.assign(outcomeUnknown('too many requests change links of the property at the same time'), { cause });
}

/** @throws ApiError with the reason, if the write was undone. */
async function assertNotWithdrawn(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  { revision, version }: AnsweredWrite,
): Promise<void> {
  const withdrawn = (await readClaim(store, scope, stayId))?.withdrawn;
  // A later write of the stay may have been undone, while this write was kept.
  const isThisWrite = withdrawn && withdrawn.revision >= revision && withdrawn.back_to <= version;
  if (isThisWrite) throw new ApiError(withdrawn.code, withdrawn.messages);
}

/**
 * Refuses the conflicting links that are still being created. If there are none and a conflicting link is active,
 * undoes the write. If a conflicting link is being removed, does nothing, and the caller tries again.
 */
async function resolveConflict(
  store: BookingStore,
  scope: AccountScope,
  stay: StayClaim,
  error: unknown,
): Promise<void> {
  const { property_id } = stay.booking;
  const { links } = await readLinkSet(store, scope, [property_id]);
  const refused = error instanceof ApiError ? error : undefined;
  const keys = refused ? [] : wantedKeys(stay.booking, undefined, links);
  const taken = await keysOfOthers(store, scope, keys, stay._id);
  // No other stay has the keys any more, so the next attempt of the caller succeeds.
  if (!refused && taken.length === 0) return;
  const against = refused ? links : links.filter((link) => taken.some((key) => isKeyOfLink(key, link)));
  const states = await store.links.find(scope, { _id: { $in: against.map(({ id }) => id) } }, { limit: MAX_LINKS });
  const pending = states.filter(({ state }) => state === 'pending');
  for (const link of pending) {
    const refusal = refused?.messages ?? (await findClashes(store, scope, link));
    if (refusal.length > 0) await refuseLink(store, scope, link._id, refusal);
  }
  if (pending.length > 0) return;
  const isActive = states.some(({ state }) => state === 'active');
  const isWithoutLink = refused
    ? against.length === 0
    : taken.some((key) => !against.some((link) => isKeyOfLink(key, link)));
  if (isActive || isWithoutLink) await withdrawStay(store, scope, stay, refused ?? nightsTaken(property_id, taken));
}

function isKeyOfLink(key: string, { property_ids }: LinkTerms): boolean {
  return key.endsWith(`/${pairOf(property_ids)}`);
}
