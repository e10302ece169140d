import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { fromMinor, toMinor } from '@keyhaven/stays/money';
import type { BookingStore } from '../store/booking-store';
import { changeNights } from '../claims/change-nights';
import { keepGuestJobs } from '../guests/keep-guest';
import { refuseTakenNights } from '../nights/refuse-taken-nights';
import { confirmWhenPaid } from './confirm-booking';
import { publishedTotals } from './published-totals';
import { bookingEntity } from '../store/booking-entity';
import { currencyFaults } from './domain/currency-rules';
import { stayFaults } from './domain/stay-rules';
import { statusFault } from './domain/status-rules';
import { currencyOf } from '../store/present-booking';
import { type BookingReferences, loadReferences } from '../store/references';
import type { BookingPart } from '../store/stay.model';

export interface ChangedBooking {
  after: BookingPart;
  references: BookingReferences;
}

/**
 * Changes a booking and swaps the nights that it takes, in one conditional write; steps settle them before the answer.
 * The rules that bind every writer are applied here: dates, which status follows which, that recorded money keeps its
 * currency, and that a pending booking of which enough is paid is active.
 * @throws ApiError not_found, bad_request, nights_taken, precondition_failed, and whatever `decide` throws.
 */
export async function changeBooking(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  decide: (before: BookingPart) => Promise<ChangedBooking>,
): Promise<{ booking: BookingPart; references: BookingReferences }> {
  let wanted: BookingPart | undefined;
  let ownId: number | undefined;
  let references: BookingReferences | undefined;
  const stay = await refuseTakenNights(
    store,
    scope,
    () => wanted,
    (taken) =>
      store.stays.update(
        scope,
        { 'booking.id': id },
        async (before) => {
          const decided = await decide(before.booking);
          assertRules(before.booking, decided);
          const counted = await inItsCurrency(store, scope, before.booking, decided);
          const confirmed = confirmWhenPaid(withTimes(before.booking, counted), decided.references);
          const booking = withRetained(before.booking, confirmed, currencyOf(confirmed, decided.references));
          wanted = booking;
          ownId = before._id;
          references = decided.references;
          const { after, jobs } = await changeNights(store, scope, before, booking, taken);
          return { after, jobs: [...jobs, ...keepGuestJobs([before.booking], [booking])], references };
        },
        bookingEntity,
      ),
    () => ownId,
  );
  // A repeated request is answered without a decision.
  references ??= await loadReferences(store, scope, [stay.booking]);
  return { booking: stay.booking, references };
}

function assertRules(before: BookingPart, { after, references }: ChangedBooking): void {
  const datesChange = before.arrival !== after.arrival || before.departure !== after.departure;
  const faults = datesChange ? stayFaults(after) : [];
  const fault = statusFault(before.status, after.status);
  if (fault) faults.push(fault);
  faults.push(...currencyFaults(before.totals, currencyOf(before, references), currencyOf(after, references)));
  if (after.type === 'owner' && after.guest_id === null) {
    faults.push('guest_id: null is not accepted; an owner booking has a contact');
  }
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/** The booking with the totals of its currency, where that is another one by the change. */
async function inItsCurrency(
  store: BookingStore,
  scope: AccountScope,
  before: BookingPart,
  { after, references }: ChangedBooking,
): Promise<BookingPart> {
  const currency = currencyOf(after, references);
  if (currency === currencyOf(before, references)) return after;
  return { ...after, totals: await publishedTotals(store, scope, before, currency) };
}

/**
 * The times that go with a status: coming back from canceled clears when it was canceled, which the write sets; only a
 * pending booking has until when it is.
 */
function withTimes(before: BookingPart, after: BookingPart): BookingPart {
  const returns = before.status === 'canceled' && after.status !== 'canceled';
  return {
    ...after,
    ...(returns ? { canceled_utc: null } : {}),
    pending_until_utc: after.status === 'pending' ? after.pending_until_utc : null,
  };
}

/**
 * What was paid when a booking is canceled is noted then: later payments do not change what is kept of it. One that comes
 * back from canceled starts again, without what the operator kept of it.
 */
function withRetained(before: BookingPart, after: BookingPart, currency: string): BookingPart {
  if (after.status !== 'canceled') {
    const { known_paid_when_canceled: _known, has_lapsed: _lapsed, ...rest } = after;
    return { ...rest, retained_amount: null };
  }
  if (before.status === 'canceled') return after;
  const { paid, refunded } = after.totals;
  const net = fromMinor(toMinor(paid, currency) - toMinor(refunded, currency), currency);
  return { ...after, known_paid_when_canceled: Math.max(0, net) };
}
