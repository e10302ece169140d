import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Creation } from '@keyhaven/persistence/repository-types';
import type { BookingStore } from '../store/booking-store';
import { keepGuestJobs } from '../guests/keep-guest';
import { readLinks } from '../links/list-links';
import { isFact, keysOfOthers, planNights, wantedKeys } from '../claims/plan-nights';
import { linkJobs, preemptJob, settleJob } from '../claims/change-nights';
import { claimsNights } from '../claims/domain/claim';
import { refuseTakenNights } from '../nights/refuse-taken-nights';
import type { UnwrittenBooking } from '../stays/draft-booking';
import type { BookingReferences } from '../store/references';
import type { BookingPart, StayDocument } from '../store/stay.model';

/** A booking to be stored, and what it refers to. */
export interface BookingToStore {
  booking: UnwrittenBooking;
  references: BookingReferences;
}

/**
 * Stores a new booking with the nights that it takes, in one write; a repeated request gets the first one's answer.
 * Before it is answered a step reads the links of the property again: if one was made meanwhile, the booking takes that
 * one's nights too, or is withdrawn.
 * @throws ApiError nights_taken, and whatever `build` throws.
 */
export async function storeBooking(
  store: BookingStore,
  scope: AccountScope,
  build: () => Promise<BookingToStore>,
): Promise<Creation<StayDocument>> {
  let wanted: UnwrittenBooking | undefined;
  return refuseTakenNights(
    store,
    scope,
    () => wanted,
    (taken) =>
      store.stays.create(scope, async () => {
        const { booking: unwritten, references } = await build();
        wanted = unwritten;
        const booking = unwritten as BookingPart;
        const [_id, links] = await Promise.all([
          store.ids.next('stay'),
          readLinks(store, scope, [booking.property_id]),
        ]);
        const stay = { _id, user_id: scope.accountId };
        const keys = wantedKeys(booking, undefined, links);
        if (!isFact(booking)) {
          const after = { ...stay, booking, ...(keys.length > 0 ? { night_keys: keys } : {}) };
          const jobs = claimsNights(booking) ? [settleJob(booking, links), ...linkJobs(links), preemptJob] : [];
          return { after, references, jobs: [...jobs, ...keepGuestJobs([], [booking])] };
        }
        // A channel sold it already: it is stored, and waits for what others have.
        for (const key of await keysOfOthers(store, scope, keys)) taken.add(key);
        const next = { booking, fallback: undefined, links };
        const nights = await planNights(store, scope, undefined, next, taken);
        const after = { ...stay, booking: { ...booking, overbooked_nights: nights.overbooked }, ...nights.keys };
        const jobs = claimsNights(booking)
          ? [settleJob(booking, links, { always: nights.waits }), ...linkJobs(links), preemptJob]
          : [];
        return { after, references, jobs: [...jobs, ...keepGuestJobs([], [booking])] };
      }),
  );
}
