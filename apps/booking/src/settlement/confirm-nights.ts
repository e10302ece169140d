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
import { type LinkBody, pairOf } from '../store/link.model';
import { readLinks } from '../store/read-links';
import type { Withdrawal } from '../store/stay.model';
import { withdrawStay } from './withdraw-stay';

/** How often a stay is tried while links of its property are made and removed. */
const MAX_ROUNDS = 30;

/** The write whose request waits for the outcome: its revision, and the version of the booking before it. */
type AnsweredWrite = Pick<Withdrawal, 'revision'> & Pick<BookingPart, 'version'>;

/**
 * Gives a written stay the keys of the links that exist now, so that its write can be answered. If a linked property is
 * occupied on the same night and the link is still being made, the link is stopped. If the link is active, the stay is
 * withdrawn: its write was not answered yet, and making the link covered all stays that existed.
 * @throws ApiError nights_taken when the stay was withdrawn, here or by another process that settled the same write;
 *   gateway_timeout when the links keep changing.
 */
export async function confirmNights(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  answering?: AnsweredWrite,
): Promise<void> {
  for (let round = 1; ; round++) {
    try {
      await rekeyStay(store, scope, stayId, { isConfirmed: true });
      break;
    } catch (error) {
      if (!isTakenNight(error) && !isRefusal(error)) throw error;
      if (round === MAX_ROUNDS) throw linksChange(error);
      const stay = await readClaim(store, scope, stayId);
      if (!stay || !claimsNights(stay.booking)) continue;
      await makeWay(store, scope, stay, error);
    }
  }
  if (answering !== undefined) await assertStands(store, scope, stayId, answering);
}

function linksChange(cause: unknown): ApiError {
  return Object.assign(outcomeUnknown('too many requests change links of the property at the same time'), { cause });
}

/** @throws ApiError the reason why the write was withdrawn, if it was. */
async function assertStands(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  { revision, version }: AnsweredWrite,
): Promise<void> {
  const withdrawn = (await readClaim(store, scope, stayId))?.withdrawn;
  // A later write may have been withdrawn while this one remains.
  const isTakenBack = withdrawn && withdrawn.revision >= revision && withdrawn.back_to <= version;
  if (isTakenBack) throw new ApiError(withdrawn.code, withdrawn.messages);
}

/** Stops the conflicting links that are still being made; if there are none, withdraws the stay. */
async function makeWay(store: BookingStore, scope: AccountScope, stay: StayClaim, error: unknown): Promise<void> {
  const { property_id } = stay.booking;
  const links = await readLinks(store, scope, [property_id]);
  const pending = links.filter(({ state }) => state === 'pending');
  if (error instanceof ApiError) {
    for (const link of pending) await refuseLink(store, scope, link._id, error.messages);
    if (pending.length > 0) return;
    return withdrawStay(store, scope, stay, links, error);
  }
  const taken = await keysOfOthers(store, scope, wantedKeys(stay.booking, undefined, links), stay._id);
  const inTheWay = pending.filter((link) => taken.some((key) => isKeyOfLink(key, link)));
  for (const link of inTheWay) {
    const clashes = await findClashes(store, scope, link);
    if (clashes.length > 0) await refuseLink(store, scope, link._id, clashes);
  }
  // The conflict may be over: then the next round succeeds.
  if (taken.length === 0 || inTheWay.length > 0) return;
  const against = links.filter((link) => taken.some((key) => isKeyOfLink(key, link)));
  await withdrawStay(store, scope, stay, against, nightsTaken(property_id, taken));
}

function isKeyOfLink(key: string, { property_ids }: LinkBody): boolean {
  return key.endsWith(`/${pairOf(property_ids)}`);
}
