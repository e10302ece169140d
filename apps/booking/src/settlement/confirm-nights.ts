import { ApiError, isRefusal } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { outcomeUnknown } from '@keyhaven/persistence/request-progress';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { BookingStore } from '../store/booking-store';
import { bookingEntity } from '../store/booking-entity';
import { loadReferences } from '../store/references';
import type { BookingPart, Withdrawal } from '../store/stay.model';
import { keepGuestJobs } from '../guests/keep-guest';
import { refuseLink } from '../links/finish-link';
import { linkClashes } from '../links/find-clashes';
import { forgetWithdrawal, noteWithdrawal } from '../links/note-withdrawals';
import { type LinkBody, pairOf } from '../store/link.model';
import { readLinks } from '../links/list-links';
import { changeNights } from '../claims/change-nights';
import { keysOfOthers, nightsTaken, wantedKeys } from '../claims/plan-nights';
import { claimsNights } from '../claims/domain/claim';
import { readClaim, type StayClaim } from '../claims/read-claims';
import { withdrawQuote } from '../quotes/withdraw-quote';
import { isTakenNight } from '../nights/refuse-taken-nights';
import { rekeyStay } from '../nights/rekey-stay';

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
    return withdraw(store, scope, stay, links, error);
  }
  const taken = await keysOfOthers(store, scope, wantedKeys(stay.booking, undefined, links), stay._id);
  const inTheWay = pending.filter((link) => taken.some((key) => isKeyOfLink(key, link)));
  for (const link of inTheWay) {
    const clashes = await linkClashes(store, scope, link);
    if (clashes.length > 0) await refuseLink(store, scope, link._id, clashes);
  }
  // What stood in the way may have gone by now: then the next round succeeds.
  if (taken.length === 0 || inTheWay.length > 0) return;
  const against = links.filter((link) => taken.some((key) => isKeyOfLink(key, link)));
  await withdraw(store, scope, stay, against, nightsTaken(property_id, taken));
}

function isKeyOfLink(key: string, { property_ids }: LinkBody): boolean {
  return key.endsWith(`/${pairOf(property_ids)}`);
}

/**
 * Takes a write back that nobody was told of, unless the stay was written or one of the links removed since they were
 * read: then the next round decides.
 * @param against the links because of which it cannot stand.
 * @throws ApiError `why`, once it is taken back.
 */
async function withdraw(
  store: BookingStore,
  scope: AccountScope,
  stay: StayClaim,
  against: readonly LinkBody[],
  why: ApiError,
): Promise<void> {
  const noted = { stay_id: stay._id, revision: stay.revision };
  if (!(await noteWithdrawal(store, scope, against, noted))) return;
  // A failure leaves the note: the write may still be under way, and others may withdraw the same revision.
  const isTakenBack = await takeBack(store, scope, stay, why);
  await forgetWithdrawal(store, scope, against, noted);
  if (isTakenBack) throw why;
}

/** Answers false when the stay was written since it was read. Either way its revision is no longer the one that was read. */
async function takeBack(store: BookingStore, scope: AccountScope, stay: StayClaim, why: ApiError): Promise<boolean> {
  const back_to = stay.former?.version ?? 0;
  const withdrawal = { revision: stay.revision, back_to, code: why.code, messages: why.messages };
  try {
    if (!(await withdrawQuote(store, scope, stay, withdrawal))) await withdrawBooking(store, scope, stay, withdrawal);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false;
    throw error;
  }
  return true;
}

/** A changed booking becomes what it was before; one that was just made is canceled. */
async function withdrawBooking(
  store: BookingStore,
  scope: AccountScope,
  { _id, revision }: StayClaim,
  withdrawn: Withdrawal,
): Promise<void> {
  await store.stays.update(
    scope,
    { _id, revision },
    async (before) => {
      const booking = before.former
        ? backTo(before.former, before.booking)
        : { ...before.booking, status: 'canceled' as const };
      const references = await loadReferences(store, scope, [before.booking, booking]);
      const { after, jobs } = await changeNights(store, scope, before, booking, new Set());
      return {
        after: { ...after, fallback: undefined, former: undefined, withdrawn },
        // The guest whom it named before may have been deleted since.
        jobs: [...jobs, ...keepGuestJobs([before.booking], [booking])],
        references,
        forgetsAnswer: before.booking.version === FIRST_VERSION,
        forgetsChanges: { path: 'booking.version', above: withdrawn.back_to },
      };
    },
    bookingEntity,
  );
}

/** A booking as it was, with what was no part of the write that is taken back: its version, threads and payments. */
function backTo(former: BookingPart, { version, thread_ids, totals }: BookingPart): BookingPart {
  return { ...former, version, thread_ids, totals };
}
