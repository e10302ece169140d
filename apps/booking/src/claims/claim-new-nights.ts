import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { BookingPart } from '../bookings/domain/booking-part';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import type { BookingStore } from '../store/booking-store';
import type { LinkBody } from '../store/link.model';
import type { StayBody } from '../store/stay.model';
import { linkJobs, sellJobs, settleJob } from './change-nights';
import { claimsNights } from './domain/claim';
import { keysOfOthers, orAbsent, planNights, wantedKeys } from './plan-nights';

/** What the write of a stay stores of its new booking, and the jobs that settle its nights. */
export interface NewClaim {
  fields: Pick<StayBody, 'booking' | 'night_keys' | 'waiting_keys' | 'kept_keys' | 'waits'>;
  jobs: JobRequest[];
}

/**
 * The keys of a booking whose stay has none yet. Before the write is answered a job reads the property's links again:
 * if one was made in the meantime, the booking takes that link's nights too, or is withdrawn.
 * @param known the links of the booking's property, and keys that were found on other stays: a channel's booking waits
 * for them, and for those found here.
 */
export async function claimNewNights(
  store: BookingStore,
  scope: AccountScope,
  booking: BookingPart,
  { links, taken }: { links: readonly LinkBody[]; taken: ReadonlySet<string> },
): Promise<NewClaim> {
  const keys = wantedKeys(booking, undefined, links);
  const jobs = (always: boolean) =>
    claimsNights(booking) ? [settleJob(booking, links, { always }), ...linkJobs(links), ...sellJobs(booking)] : [];
  if (!isChannelBooking(booking)) return { fields: { booking, night_keys: orAbsent(keys) }, jobs: jobs(false) };
  // A channel sold it already: it is stored even if others have its nights.
  const others = new Set([...taken, ...(await keysOfOthers(store, scope, keys))]);
  const planned = await planNights(store, scope, undefined, { booking, fallback: undefined, links }, others);
  const shown = { ...booking, overbooked_nights: planned.overbooked };
  return { fields: { booking: shown, ...planned.keys }, jobs: jobs(planned.waits) };
}
