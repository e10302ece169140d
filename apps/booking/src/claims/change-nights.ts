import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { BookingPart } from '../bookings/domain/booking-part';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import { job, type JobArguments } from '../jobs';
import { linkedTo } from '../links/domain/linked-properties';
import type { BookingStore } from '../store/booking-store';
import type { CountedLinks } from '../store/counted-links';
import type { StayBody } from '../store/stay.model';
import { claimChanges, claimsNights } from './domain/claim';
import type { Place } from './domain/place';
import { planNights, presentClaim, wantedKeys } from './plan-nights';
import { coveredByNewLinksFrom } from './read-claims';

/**
 * The job that settles a booking's nights after its write. It compares the number of the links that the write used with
 * the current one.
 */
export function settleJob(
  { property_id, version }: Pick<BookingPart, 'property_id' | 'version'>,
  { revisions }: CountedLinks,
  { always = false, released = [] }: Partial<Pick<JobArguments<'settle_nights'>, 'always' | 'released'>> = {},
): JobRequest {
  const links_revision = revisions.get(property_id);
  if (links_revision === undefined) throw new Error(`the links of property ${property_id} were not read`);
  return job('settle_nights', { property_id, version, links_revision, always, released });
}

/** What is known of the nights that a stay is to take. */
export interface KnownNights {
  /** The links of every property that the stay is at, or was. */
  links: CountedLinks;
  /** Keys that were found on other stays. */
  taken: ReadonlySet<string>;
}

/**
 * The stay with a changed booking and its keys, and the jobs that settle it after the write.
 *
 * Making a link gives new keys to every stay that has nights at the property. That raises their revisions, so that a
 * concurrent write of one of them runs again. A stay that moves to the property, or is restored from canceled, is not
 * among them: it reads the links again after its write. Until then it keeps its former booking and the keys of its
 * former place, so that it can go back.
 * @param known the links of both properties, read after the stay; and keys that were found on other stays.
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
  const mustConfirm = claimsNights(booking) && !isCoveredByNewLinks;
  const canGoBack = mustConfirm && !isChannelBooking(booking);
  const fallback = canGoBack && claimsNights(old) ? (before.fallback ?? placeOf(old)) : undefined;
  const former = canGoBack ? (before.former ?? old) : undefined;
  const way = wayBack(before, { fallback, former });
  const following = [...linkJobs(links), ...sellJobs(booking, links)];
  if (before.awaited === undefined && !before.waits && !isChannelBooking(booking)) {
    const keys = wantedKeys(booking, fallback, links.links);
    const night_keys = keys.length > 0 ? keys : undefined;
    const jobs = mustConfirm ? [settleJob(booking, links, { always: canGoBack })] : [];
    return {
      after: { ...before, booking, night_keys, ...way },
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
    mustConfirm || waits || released.length > 0
      ? [settleJob(booking, links, { always: waits || canGoBack, released })]
      : [];
  const after = { ...before, booking: { ...booking, overbooked_nights: overbooked }, ...keys };
  return { after: { ...after, ...way }, jobs: [...jobs, ...following] };
}

/** The jobs that update linked properties: they show that this property is occupied, and notify the waitlist. */
export function linkJobs({ links }: CountedLinks): JobRequest[] {
  return links.length > 0 ? [job('derive_linked', {}), job('notify_waitlist', {})] : [];
}

/** The jobs of a booking that takes nights: quotes for nights that are sold now end. A hold sells none. */
export function sellJobs(booking: BookingPart, { links }: CountedLinks): JobRequest[] {
  if (!claimsNights(booking) || booking.type === 'quote_hold') return [];
  const { property_id, arrival, departure } = booking;
  const linked = linkedTo(property_id, links).map((other) => other.property_id);
  return [job('preempt_quotes', { property_ids: [property_id, ...linked], arrival, departure })];
}

export function placeOf({ property_id, arrival, departure }: Place): Place {
  return { property_id, arrival, departure };
}

type WayBack = Pick<StayBody, 'fallback' | 'former'>;

/**
 * The state that a stay can return to, as the write stores it: a field is left out if the stay neither has it nor gets
 * it.
 */
function wayBack(before: WayBack, { fallback, former }: WayBack): WayBack {
  return {
    ...(before.fallback === undefined && fallback === undefined ? {} : { fallback }),
    ...(before.former === undefined && former === undefined ? {} : { former }),
  };
}
