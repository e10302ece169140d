import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { BookingPart } from '../bookings/domain/booking-part';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import type { BookingStore } from '../store/booking-store';
import type { StayBody } from '../store/stay.model';
import { type KnownNights, linkJobs, sellJobs, settleJob } from './change-nights';
import { claimsNights } from './domain/claim';
import { keysOfOthers, orAbsent, planNights, wantedKeys } from './plan-nights';

/** The booking of a new stay with its night keys, and the jobs that secure its nights. */
export interface NewClaim {
  fields: Pick<StayBody, 'booking' | 'night_keys' | 'waiting_keys' | 'kept_keys' | 'waits'>;
  jobs: JobRequest[];
}

/**
 * Claims the nights of a booking whose stay has no night keys yet. Before the request is answered, a job reads the
 * property's `links_revision` again. If a link was created after `known` was read, the job adds the keys of that link,
 * or undoes the booking.
 * @param known what the caller has read about these nights. A channel's booking waits for the keys in `known.taken`,
 *   and for keys that this function finds on other stays.
 */
export async function claimNewNights(
  store: BookingStore,
  scope: AccountScope,
  booking: BookingPart,
  { links, taken }: KnownNights,
): Promise<NewClaim> {
  const keys = wantedKeys(booking, undefined, links.links);
  const jobs = (always: boolean) =>
    claimsNights(booking)
      ? [settleJob(booking, links, { always }), ...linkJobs(links), ...sellJobs(booking, links)]
      : [];
  if (!isChannelBooking(booking)) return { fields: { booking, night_keys: orAbsent(keys) }, jobs: jobs(false) };
  // The channel has already sold the stay, so the booking is stored even if its nights are taken.
  const others = new Set([...taken, ...(await keysOfOthers(store, scope, keys))]);
  const planned = await planNights(
    store,
    scope,
    undefined,
    { booking, fallback: undefined, links: links.links },
    others,
  );
  const stored = { ...booking, overbooked_nights: planned.overbooked };
  return { fields: { booking: stored, ...planned.keys }, jobs: jobs(planned.waits) };
}
