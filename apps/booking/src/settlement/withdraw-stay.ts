import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { BookingPart } from '../bookings/domain/booking-part';
import { changeNights } from '../claims/change-nights';
import type { StayClaim } from '../claims/read-claims';
import { keepGuestJobs } from '../guests/keep-guest';
import { forgetWithdrawal, noteWithdrawal } from '../links/note-withdrawals';
import { withdrawQuote } from '../quotes/withdraw-quote';
import { bookingEntity } from '../store/booking-entity';
import type { BookingStore } from '../store/booking-store';
import type { LinkBody } from '../store/link.model';
import { loadReferences } from '../store/references';
import type { Withdrawal } from '../store/stay.model';

/**
 * Withdraws a write that was not answered yet. Does nothing if the stay was written, or one of the links removed, since
 * they were read: then the next round decides.
 * @param against the links that conflict with the stay.
 * @throws ApiError `why`, once the write is withdrawn.
 */
export async function withdrawStay(
  store: BookingStore,
  scope: AccountScope,
  stay: StayClaim,
  against: readonly LinkBody[],
  why: ApiError,
): Promise<void> {
  const noted = { stay_id: stay._id, revision: stay.revision };
  if (!(await noteWithdrawal(store, scope, against, noted))) return;
  // A failure leaves the note: the write may still arrive, and another process may withdraw the same revision.
  const isTakenBack = await takeBack(store, scope, stay, why);
  await forgetWithdrawal(store, scope, against, noted);
  if (isTakenBack) throw why;
}

/** Answers false if the stay was written since it was read. Either way the revision that was read is over. */
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

/** Restores a changed booking as it was before; cancels a new one. */
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
        // The guest whom it named before may have been deleted in the meantime.
        jobs: [...jobs, ...keepGuestJobs([before.booking], [booking])],
        references,
        forgetsAnswer: before.booking.version === FIRST_VERSION,
        forgetsChanges: { path: 'booking.version', above: withdrawn.back_to },
      };
    },
    bookingEntity,
  );
}

/** The former booking, with the later changes of other writes: version, threads and payments. */
function backTo(former: BookingPart, { version, thread_ids, totals }: BookingPart): BookingPart {
  return { ...former, version, thread_ids, totals };
}
