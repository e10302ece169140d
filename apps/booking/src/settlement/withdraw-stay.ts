import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { annotationJobs } from '../annotations/annotation-jobs';
import type { BookingPart } from '../bookings/domain/booking-part';
import { changeNights } from '../claims/change-nights';
import type { StayClaim } from '../claims/read-claims';
import { keepContactJobs } from '../contacts/keep-contact';
import { withdrawQuote } from '../quotes/withdraw-quote';
import { inItsCurrency } from '../stays/count-totals';
import { bookingEntity } from '../store/booking-entity';
import type { BookingStore } from '../store/booking-store';
import { linksIn, loadReferences } from '../store/references';
import type { Withdrawal } from '../store/stay.model';

/**
 * Undoes a write whose request has not been answered yet. Does nothing if the stay was written again since it was read.
 * So no write is undone after its request was answered: before a process answers a request for this stay, it writes the
 * stay again, unless `links_revision` is unchanged.
 * @throws ApiError `why` after the write was undone.
 */
export async function withdrawStay(
  store: BookingStore,
  scope: AccountScope,
  stay: StayClaim,
  why: ApiError,
): Promise<void> {
  const back_to = stay.former?.version ?? 0;
  const withdrawal = { revision: stay.revision, back_to, code: why.code, messages: why.messages };
  try {
    if (!(await withdrawQuote(store, scope, stay, withdrawal))) await withdrawBooking(store, scope, stay, withdrawal);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return;
    throw error;
  }
  throw why;
}

/** Restores a changed booking to its former state, or cancels a new booking. */
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
      const former = before.former
        ? restored(before.former, before.booking)
        : { ...before.booking, status: 'canceled' as const };
      const references = await loadReferences(store, scope, [before.booking, former]);
      const booking = await inItsCurrency(store, scope, before.booking, former, references);
      const links = linksIn(references, before.booking, booking);
      const { after, jobs } = await changeNights(store, scope, before, booking, { links, taken: new Set() });
      return {
        after: { ...after, fallback: undefined, former: undefined, withdrawn },
        // The former guest, owner and definitions may have been deleted since the write.
        jobs: [
          ...jobs,
          ...keepContactJobs([before.booking], [booking]),
          ...annotationJobs('booking', before.booking, booking),
        ],
        references,
        forgetsAnswer: before.booking.version === FIRST_VERSION,
        forgetsChanges: { path: 'booking.version', above: withdrawn.back_to },
      };
    },
    bookingEntity,
  );
}

/**
 * The former booking, but with the current version, threads and payments, because other writes may have changed these
 * values.
 */
function restored(former: BookingPart, { version, thread_ids, totals }: BookingPart): BookingPart {
  return { ...former, version, thread_ids, totals };
}
