import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { BookingStore } from '../store/booking-store';
import type { BookingPart, Place, StayBody } from '../store/stay.model';
import type { LinkBody } from '../store/link.model';
import { readLinks } from '../links/list-links';
import { isFact, planNights, presentClaim, wantedKeys } from './plan-nights';
import { claimChanges, claimsNights } from './domain/claim';
import { surelyLookedThroughFrom } from './read-claims';

/** The steps that settle the nights of a stay after its write. */
export const SETTLE_NIGHTS = 'settle_nights';
export const DERIVE_LINKED = 'derive_linked';
export const FOLLOW_SOURCE = 'follow_source';
export const TELL_LINE = 'tell_line';
/** The steps of a record that sold nights, and of a quote that asks for some: one of the two sees the other. */
export const PREEMPT_QUOTES = 'preempt_quotes';
export const CHECK_QUOTE = 'check_quote';
export const preemptJob: JobRequest = { name: PREEMPT_QUOTES, args: {} };
/** The step of a record that got keys for which others may wait. */
export const tellJob: JobRequest = { name: TELL_LINE, args: {} };

/** What the write of a stay knew: the step that settles its nights compares it with what there is by then. */
export interface SettleArguments {
  property_id: number;
  /** The version of the booking before the write; 0: there was none. */
  version: number;
  /** Ids of the links that the write counted with. */
  links: number[];
  /** Whether the nights have to be looked at, whatever the links are. */
  always: boolean;
  /** Keys that somebody else gets now. */
  released: string[];
}

export function settleJob(
  { property_id, version }: Pick<BookingPart, 'property_id' | 'version'>,
  links: readonly LinkBody[],
  rest: Partial<Pick<SettleArguments, 'always' | 'released'>> = {},
): JobRequest {
  const known = idsOf(links, property_id);
  const args: SettleArguments = { property_id, version, links: known, always: false, released: [], ...rest };
  return { name: SETTLE_NIGHTS, args: { ...args }, decides: true };
}

/** The ids of a property's links, ascending. */
export function idsOf(links: readonly LinkBody[], propertyId: number): number[] {
  return links
    .filter(({ property_ids }) => property_ids.includes(propertyId))
    .map(({ _id }) => _id)
    .sort((a, b) => a - b);
}

/**
 * The stay as it is to be written with a changed booking, and the steps that settle it.
 *
 * A link that is made meanwhile is no danger to a record whose nights its maker looks through: that raises the revision,
 * and the write is decided anew. A record that comes to the property, or back from canceled, reads the links again after
 * the write; until then it keeps what it was, and holds the place that it comes from, so that it can go back.
 * @param taken keys that were found on other records.
 * @throws ApiError bad_request, nights_taken.
 */
export async function changeNights(
  store: BookingStore,
  scope: AccountScope,
  before: StayBody,
  booking: BookingPart,
  taken: ReadonlySet<string>,
): Promise<{ after: StayBody; jobs: JobRequest[] }> {
  const old = before.booking;
  if (!claimChanges(old, booking)) {
    const isSameType = old.type === booking.type;
    if (isSameType && old.status === booking.status) return { after: { ...before, booking }, jobs: [] };
    const linked = linkJobs(await readLinks(store, scope, [booking.property_id]));
    return { after: { ...before, booking }, jobs: isSameType ? linked : [...linked, ...sellJobs(booking)] };
  }
  const links = await readLinks(store, scope, [old.property_id, booking.property_id]);
  const wasLookedThrough =
    claimsNights(old) &&
    old.property_id === booking.property_id &&
    old.departure >= surelyLookedThroughFrom() &&
    before.fallback === undefined;
  const mustConfirm = claimsNights(booking) && !wasLookedThrough;
  const canGoBack = mustConfirm && !isFact(booking);
  const fallback = canGoBack && claimsNights(old) ? (before.fallback ?? placeOf(old)) : undefined;
  const former = canGoBack ? (before.former ?? old) : undefined;
  const way = wayBack(before, { fallback, former });
  const following = [...linkJobs(links), ...sellJobs(booking)];
  if (before.awaited === undefined && !before.waits && !isFact(booking)) {
    const keys = wantedKeys(booking, fallback, links);
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
    { booking, fallback, links },
    taken,
  );
  const jobs =
    mustConfirm || waits || released.length > 0
      ? [settleJob(booking, links, { always: waits || canGoBack, released })]
      : [];
  const after = { ...before, booking: { ...booking, overbooked_nights: overbooked }, ...keys };
  return { after: { ...after, ...way }, jobs: [...jobs, ...following] };
}

/**
 * What follows at linked properties: they show what occupies this one, and whoever waits for a night of the link, which
 * lay on nobody, is told who has it now.
 */
export function linkJobs(links: readonly LinkBody[]): JobRequest[] {
  return links.length > 0 ? [{ name: DERIVE_LINKED, args: {} }, tellJob] : [];
}

/** Quotes for nights that are sold now come to an end. */
function sellJobs(booking: BookingPart): JobRequest[] {
  return claimsNights(booking) && booking.type !== 'quote_hold' ? [preemptJob] : [];
}

export function placeOf({ property_id, arrival, departure }: Place): Place {
  return { property_id, arrival, departure };
}

type WayBack = Pick<StayBody, 'fallback' | 'former'>;

/** What leads a stay back, as a write is to store it: absent where the stay neither has it nor gets it. */
function wayBack(before: WayBack, { fallback, former }: WayBack): WayBack {
  return {
    ...(before.fallback === undefined && fallback === undefined ? {} : { fallback }),
    ...(before.former === undefined && former === undefined ? {} : { former }),
  };
}
