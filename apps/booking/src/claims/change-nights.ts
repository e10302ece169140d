import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { BookingPart } from '../bookings/domain/booking-part';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import { job, type JobArguments } from '../jobs';
import { linkedTo } from '../links/domain/linked-properties';
import type { BookingStore } from '../store/booking-store';
import type { LinkSet } from '../store/link-set';
import type { StayBody } from '../store/stay.model';
import { claimChanges, claimsNights } from './domain/claim';
import type { PropertyNights } from './domain/property-nights';
import { planNights, presentClaim, wantedKeys } from './plan-nights';
import { coveredByNewLinksFrom } from './read-claims';

/**
 * The job that runs after the write of a booking. It reads `links_revision` again and compares it with the value that
 * was read before the write. If a link was created in between, the job makes sure that the booking also occupies its
 * nights at the linked property, or undoes the write.
 */
export function settleJob(
  { property_id, version }: Pick<BookingPart, 'property_id' | 'version'>,
  { revisions }: LinkSet,
  { always = false, released = [] }: Partial<Pick<JobArguments<'settle_nights'>, 'always' | 'released'>> = {},
): JobRequest {
  const links_revision = revisions.get(property_id);
  if (links_revision === undefined) throw new Error(`the links of property ${property_id} were not read`);
  return job('settle_nights', { property_id, version, links_revision, always, released });
}

/** What the caller has read about the nights of a stay. */
export interface KnownNights {
  /**
   * The links of the stay's property before the change, and of its property after the change. The
   * links must be read after the stay.
   */
  links: LinkSet;
  /** Night keys that other stays had when an earlier attempt to write this stay failed. */
  taken: ReadonlySet<string>;
}

/**
 * Puts a changed booking and its night keys into the stay of the booking. Returns the new stay, and the jobs that
 * secure its nights.
 *
 * Another request may create a link at the same time. That request adds the keys of the link to each stay that occupies
 * nights at one of the linked properties. This increases the revision of the stay, so a concurrent change of the stay
 * fails and is computed again. But a stay that is just being moved to a linked property, or restored after a
 * cancellation, occupies no nights there yet and gets no keys of the link. So a job of this stay reads the links again
 * after the write. The job adds the missing keys, or undoes the write. Until the job is done, the stay keeps its former
 * booking (`former`) and the keys of its former nights (`fallback`), so that the write can be undone.
 *
 * @throws ApiError bad_request, nights_taken.
 */
export async function changeNights(
  store: BookingStore,
  scope: AccountScope,
  before: StayBody,
  booking: BookingPart,
  { links, taken }: KnownNights,
): Promise<{ after: StayBody; jobs: JobRequest[] }> {
  const old = before.booking;
  if (!claimChanges(old, booking)) {
    const isSameType = old.type === booking.type;
    if (isSameType && old.status === booking.status) return { after: { ...before, booking }, jobs: [] };
    const linked = linkJobs(links);
    return { after: { ...before, booking }, jobs: isSameType ? linked : [...linked, ...sellJobs(booking, links)] };
  }
  const isCoveredByNewLinks =
    claimsNights(old) &&
    old.property_id === booking.property_id &&
    old.departure >= coveredByNewLinksFrom() &&
    before.fallback === undefined;
  const mustSecure = claimsNights(booking) && !isCoveredByNewLinks;
  const canBeWithdrawn = mustSecure && !isChannelBooking(booking);
  const fallback = canBeWithdrawn && claimsNights(old) ? (before.fallback ?? nightsAt(old)) : undefined;
  const former = canBeWithdrawn ? (before.former ?? old) : undefined;
  const restorable = restorableFields(before, { fallback, former });
  const following = [...linkJobs(links), ...sellJobs(booking, links)];
  if (before.awaited === undefined && !before.waits && !isChannelBooking(booking)) {
    const keys = wantedKeys(booking, fallback, links.links);
    const night_keys = keys.length > 0 ? keys : undefined;
    const jobs = mustSecure ? [settleJob(booking, links, { always: canBeWithdrawn })] : [];
    return {
      after: { ...before, booking, night_keys, ...restorable },
      jobs: [...jobs, ...following],
    };
  }
  const present = await presentClaim(store, scope, before._id);
  const { keys, overbooked, released, waits } = await planNights(
    store,
    scope,
    present,
    { booking, fallback, links: links.links },
    taken,
  );
  const jobs =
    mustSecure || waits || released.length > 0
      ? [settleJob(booking, links, { always: waits || canBeWithdrawn, released })]
      : [];
  const after = { ...before, booking: { ...booking, overbooked_nights: overbooked }, ...keys };
  return { after: { ...after, ...restorable }, jobs: [...jobs, ...following] };
}

/**
 * The jobs of a stay whose property is linked: they update its linked_availability records, and
 * notify the waitlist.
 */
export function linkJobs({ links }: LinkSet): JobRequest[] {
  return links.length > 0 ? [job('derive_linked', {}), job('notify_waitlist', {})] : [];
}

/**
 * The job of a booking or block: it ends the open quotes for the same nights. A hold has no such job: if the hold
 * expires, the open quotes can be accepted again.
 */
export function sellJobs(booking: BookingPart, { links }: LinkSet): JobRequest[] {
  if (!claimsNights(booking) || booking.type === 'quote_hold') return [];
  const { property_id, arrival, departure } = booking;
  const linked = linkedTo(property_id, links).map((other) => other.property_id);
  return [job('preempt_quotes', { property_ids: [property_id, ...linked], arrival, departure })];
}

function nightsAt({ property_id, arrival, departure }: PropertyNights): PropertyNights {
  return { property_id, arrival, departure };
}

type Restorable = Pick<StayBody, 'fallback' | 'former'>;

/**
 * The fields that restore a stay when its write is undone. Omits fields that the stay has neither before nor after the
 * write.
 */
function restorableFields(before: Restorable, { fallback, former }: Restorable): Restorable {
  return {
    ...(before.fallback === undefined && fallback === undefined ? {} : { fallback }),
    ...(before.former === undefined && former === undefined ? {} : { former }),
  };
}
