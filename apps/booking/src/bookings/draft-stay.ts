import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Decision } from '@keyhaven/persistence/repository-types';
import { claimNewNights } from '../claims/claim-new-nights';
import { keepGuestJobs } from '../guests/keep-guest';
import type { NightsToTake } from '../nights/take-nights';
import type { UnwrittenBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import type { BookingReferences } from '../store/references';
import type { StayDocument } from '../store/stay.model';
import type { BookingPart } from './domain/booking-part';

/** The document of a new booking: its id, the keys of its nights, and the jobs that follow its write. */
export async function draftStay(
  store: BookingStore,
  scope: AccountScope,
  unwritten: UnwrittenBooking,
  references: BookingReferences,
  nights: NightsToTake,
): Promise<Decision<StayDocument, BookingReferences>> {
  const booking = unwritten as BookingPart;
  nights.wanted = booking;
  const [_id, claim] = await Promise.all([store.ids.next('stay'), claimNewNights(store, scope, booking, nights.taken)]);
  return {
    after: { _id, user_id: scope.accountId, ...claim.fields },
    references,
    jobs: [...claim.jobs, ...keepGuestJobs([], [booking])],
  };
}
