import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../booking-store';
import { claimChanges, claimedKeys, refuseTakenNights } from './claim-nights';
import { bookingEntity } from './booking-entity';
import { stayFaults } from './domain/stay-rules';
import { statusFault } from './domain/status-rules';
import type { BookingReferences } from './references';
import type { BookingPart } from './stay.model';

export interface ChangedBooking {
  after: BookingPart;
  references: BookingReferences;
}

/**
 * Changes a booking and swaps the nights that it takes, in one conditional write. The rules that bind every writer are
 * checked here: dates, and which status follows which.
 * @throws ApiError not_found, bad_request, nights_taken, precondition_failed, and whatever `decide` throws.
 */
export async function changeBooking(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  decide: (before: BookingPart) => Promise<ChangedBooking>,
): Promise<{ booking: BookingPart; references: BookingReferences }> {
  let claim: BookingPart | undefined;
  let references: BookingReferences | undefined;
  const stay = await refuseTakenNights(
    store,
    scope,
    () => claim,
    () =>
      store.stays.update(
        scope,
        { 'booking.id': id },
        async (before) => {
          const decided = await decide(before.booking);
          assertStayAndStatus(before.booking, decided.after);
          const booking = withCancelTime(before.booking, decided.after);
          claim = booking;
          references = decided.references;
          const keys = claimChanges(before.booking, booking) ? { night_keys: claimedKeys(booking) } : {};
          return { after: { ...before, booking, ...keys }, references: decided.references };
        },
        bookingEntity,
      ),
  );
  if (!references) throw new Error(`booking ${id} was changed without a decision`);
  return { booking: stay.booking, references };
}

function assertStayAndStatus(before: BookingPart, after: BookingPart): void {
  const datesChange = before.arrival !== after.arrival || before.departure !== after.departure;
  const faults = datesChange ? stayFaults(after) : [];
  const fault = statusFault(before.status, after.status);
  if (fault) faults.push(fault);
  if (after.type === 'owner' && after.guest_id === null) {
    faults.push('guest_id: null is not accepted; an owner booking has a contact');
  }
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/** Coming back from canceled clears the time; becoming canceled gets it from the write. */
function withCancelTime(before: BookingPart, after: BookingPart): BookingPart {
  return before.status === 'canceled' && after.status !== 'canceled' ? { ...after, canceled_utc: null } : after;
}
