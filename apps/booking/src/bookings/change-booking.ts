import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { annotationJobs } from '../annotations/annotation-jobs';
import { changeNights } from '../claims/change-nights';
import { keepContactJobs } from '../contacts/keep-contact';
import { firstAttempt, nextAttempt } from '../nights/take-nights';
import { confirmBooking } from '../stays/confirm-booking';
import { inItsCurrency, withRecordedCurrency } from '../stays/count-totals';
import { bookingEntity } from '../store/booking-entity';
import type { BookingStore } from '../store/booking-store';
import { currencyOf } from '../store/present-booking';
import { type BookingReferences, linksIn, loadReferences } from '../store/references';
import type { BookingPart } from './domain/booking-part';
import { chargeDecimalsFaults } from './domain/charge-rules';
import { currencyFaults, hasMoney } from './domain/currency-rules';
import { statusFault } from './domain/status-rules';
import { changedStayFaults } from './domain/stay-rules';
import { withRetained } from './domain/with-retained';

export interface ChangedBooking {
  after: BookingPart;
  references: BookingReferences;
}

/**
 * Changes a booking and its nights in one conditional write. Before the request is answered, jobs make sure that the
 * booking also occupies its nights at linked properties, or undo the write. Enforces the rules for all callers: valid
 * dates, allowed status changes, and no change of currency after money was recorded. Confirms a pending booking if
 * enough is paid (see `confirmBooking`).
 * @throws ApiError not_found, bad_request, nights_taken, precondition_failed, and what `decide` throws.
 */
export async function changeBooking(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  decide: (before: BookingPart) => Promise<ChangedBooking>,
): Promise<{ booking: BookingPart; references: BookingReferences }> {
  for (let attempt = firstAttempt; ;) {
    const { taken } = attempt;
    const changed = await store.stays.change(
      scope,
      { 'booking.id': id },
      async (before) => {
        const labeled = await withRecordedCurrency(store, scope, before.booking);
        const decided = await decide(labeled);
        const booking = await applyRules(store, scope, labeled, decided);
        const links = linksIn(decided.references, before.booking, booking);
        const { after, jobs } = await changeNights(store, scope, before, booking, { links, taken });
        const followUp = [
          ...keepContactJobs([before.booking], [booking]),
          ...annotationJobs('booking', before.booking, booking),
        ];
        return { after, jobs: [...jobs, ...followUp], references: decided.references };
      },
      bookingEntity,
    );
    if ('document' in changed) {
      const { booking } = changed.document;
      // `decide` does not run for a repeated request, so the references are loaded here.
      const references = changed.references ?? (await loadReferences(store, scope, [booking]));
      return { booking, references };
    }
    attempt = await nextAttempt(store, scope, changed, attempt);
  }
}

async function applyRules(
  store: BookingStore,
  scope: AccountScope,
  before: BookingPart,
  decided: ChangedBooking,
): Promise<BookingPart> {
  assertRules(before, decided);
  const { references } = decided;
  const counted = await inItsCurrency(store, scope, before, decided.after, references);
  const kept = hasMoney(counted.totals) ? { ...counted, currency_code: currencyOf(counted, references) } : counted;
  const confirmed = confirmBooking(before, withTimes(before, kept), references);
  return withRetained(before, confirmed, currencyOf(confirmed, references));
}

function assertRules(before: BookingPart, { after, references }: ChangedBooking): void {
  const faults = changedStayFaults(before, after);
  const fault = statusFault(before.status, after.status);
  if (fault) faults.push(fault);
  const [from, to] = [currencyOf(before, references), currencyOf(after, references)];
  faults.push(...currencyFaults(before.totals, from, to));
  if (from !== to) faults.push(...chargeDecimalsFaults(after.charges, to));
  if (after.type === 'owner' && after.guest_id === null) {
    faults.push('guest_id: null is not accepted; an owner booking needs a guest as its contact');
  }
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/**
 * Clears the timestamps that do not fit the status: `canceled_utc` when a canceled booking is
 * restored, and `pending_until_utc` of a booking that is not pending.
 */
function withTimes(before: BookingPart, after: BookingPart): BookingPart {
  const returns = before.status === 'canceled' && after.status !== 'canceled';
  return {
    ...after,
    ...(returns ? { canceled_utc: null } : {}),
    pending_until_utc: after.status === 'pending' ? after.pending_until_utc : null,
  };
}
