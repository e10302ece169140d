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

/** How often a stay is tried again while links are made and removed around it. */
const MAX_ROUNDS = 30;

/** The write that is answered by the outcome: its revision, and the version of the booking before it. */
type AnsweredWrite = Pick<Withdrawal, 'revision'> & Pick<BookingPart, 'version'>;

/**
 * Makes a written stay count with the links that there are now, so that it can be answered. Who gives way when a linked
 * property is occupied on the same night: a link that is still being made; against one that is active the stay, which
 * nobody was told of. Nobody was: a stay that was answered before the link was made was looked through by its maker.
 * @throws ApiError nights_taken when the stay was withdrawn: here, or by who settled the same write at the same time;
 * gateway_timeout when the links keep changing.
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
  return Object.assign(outcomeUnknown('links of the property are being changed by many at once'), { cause });
}

/** @throws ApiError why the write was taken back, if it was. */
async function assertStands(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  { revision, version }: AnsweredWrite,
): Promise<void> {
  const withdrawn = (await readClaim(store, scope, stayId))?.withdrawn;
  // A later write may have been taken back alone.
  const isTakenBack = withdrawn && withdrawn.revision >= revision && withdrawn.back_to <= version;
  if (isTakenBack) throw new ApiError(withdrawn.code, withdrawn.messages);
}

/** Stops the links that stand in the way and are still being made; when there are none, withdraws the stay. */
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
  // What stood in the way may have gone by now: then the next round succeeds.
  if (taken.length === 0 || inTheWay.length > 0) return;
  const against = links.filter((link) => taken.some((key) => isKeyOfLink(key, link)));
  await withdrawStay(store, scope, stay, against, nightsTaken(property_id, taken));
}

function isKeyOfLink(key: string, { property_ids }: LinkBody): boolean {
  return key.endsWith(`/${pairOf(property_ids)}`);
}
