import type { Decision } from '@keyhaven/persistence/repository-types';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { BookingPart } from '../bookings/domain/booking-part';
import { changeNights, linkJobs } from '../claims/change-nights';
import { claimsNights } from '../claims/domain/claim';
import { claimNewNights } from '../claims/claim-new-nights';
import { job } from '../jobs';
import { keepGuestJobs } from '../guests/keep-guest';
import type { QuotePart } from '../quotes/domain/quote-part';
import type { BookingStore } from '../store/booking-store';
import type { CountedLinks } from '../store/counted-links';
import { type BookingReferences, linksIn, loadReferences } from '../store/references';
import type { QuotedStayBody, QuotedStayDocument, StayBody } from '../store/stay.model';

/** A quote and its booking after a change. */
export interface Parts {
  quote: QuotePart;
  booking: BookingPart | undefined;
}

type ChangedStay = Decision<QuotedStayDocument, BookingReferences>;

/**
 * The result of one write to a stay with a quote: the quote and the booking, the nights that the booking takes or
 * frees, and the follow-up jobs.
 */
export async function changeQuotedStay(
  store: BookingStore,
  scope: AccountScope,
  before: QuotedStayBody,
  { quote, booking }: Parts,
): Promise<ChangedStay> {
  const parts = [before.quote, quote, before.booking, booking].filter((part) => part !== undefined);
  const references = await loadReferences(store, scope, parts);
  const checks = [
    ...(mustLook(before, { quote, booking }) ? [job('check_quote', {})] : []),
    // Only an open quote protects its guest from deletion; one that opens again starts to do so.
    ...keepGuestJobs([before.quote.state === 'open' ? before.quote : undefined, before.booking], [quote, booking]),
  ];
  if (!booking) return { after: { ...before, quote }, references, jobs: checks };
  const known = { links: linksIn(references, ...parts), taken: new Set<string>() };
  if (before.booking) {
    const { after, jobs } = await changeNights(store, scope, withBooking(before, before.booking), booking, known);
    return {
      after: { ...after, quote },
      references,
      jobs: [...jobs, ...expiryJobs(before, quote, known.links), ...checks],
    };
  }
  const claimed = await claimNewNights(store, scope, booking, known);
  return { after: { ...before, quote, ...claimed.fields }, references, jobs: [...claimed.jobs, ...checks] };
}

/** Linked properties show until when nights are held: a new expiry is a change for them. */
function expiryJobs(
  { quote: { expires_utc }, booking }: QuotedStayBody,
  quote: QuotePart,
  links: CountedLinks,
): JobRequest[] {
  const isHold = booking?.type === 'quote_hold' && claimsNights(booking);
  if (!isHold || quote.expires_utc.getTime() === expires_utc.getTime()) return [];
  return linkJobs(links);
}

/**
 * Whether a change makes an open quote ask for nights that it does not hold, so that a job must check whether they are
 * sold.
 */
function mustLook(before: QuotedStayBody, { quote, booking }: Parts): boolean {
  const isOpen = quote.state === 'open' && !quote.is_deleted;
  if (!isOpen || holdsNights(booking)) return false;
  return holdsNights(before.booking) || asksForOthers(before.quote, quote);
}

function holdsNights(booking: BookingPart | undefined): boolean {
  return booking !== undefined && claimsNights(booking);
}

function asksForOthers(before: QuotePart, after: QuotePart): boolean {
  return (
    before.state !== after.state ||
    before.property_id !== after.property_id ||
    before.arrival !== after.arrival ||
    before.departure !== after.departure
  );
}

function withBooking(before: QuotedStayBody, booking: BookingPart): StayBody {
  return { ...before, booking };
}
