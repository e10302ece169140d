import type { Decision } from '@keyhaven/persistence/tenant-repository/repository-types';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { annotationJobs } from '../annotations/annotation-jobs';
import type { BookingPart } from '../bookings/domain/booking-part';
import { withRetained } from '../bookings/domain/with-retained';
import { changeNights, linkJobs } from '../claims/change-nights';
import { claimsNights } from '../claims/domain/claim';
import { claimNewNights } from '../claims/claim-new-nights';
import { job } from '../jobs';
import { keepContactJobs } from '../contacts/keep-contact';
import type { QuotePart } from '../quotes/domain/quote-part';
import { confirmBooking } from '../stays/confirm-booking';
import { inItsCurrency } from '../stays/count-totals';
import type { BookingStore } from '../store/booking-store';
import type { LinkSet } from '../store/link-set';
import { currencyOf } from '../store/present-booking';
import { type BookingReferences, linksIn, loadReferences } from '../store/references';
import type { QuotedStayBody, QuotedStayDocument, StayBody } from '../store/stay.model';

export interface Parts {
  quote: QuotePart;
  booking: BookingPart | undefined;
}

type ChangedStay = Decision<QuotedStayDocument, BookingReferences>;

/**
 * Computes one write of a stay with a quote: the new quote and booking, the night keys that the booking takes or
 * releases, and the follow-up jobs. If the booking changes its currency, only its payments in the new currency count.
 * Confirms a pending booking if enough is paid (see `confirmBooking`). Records what was paid before a hold is canceled
 * (see `withRetained`).
 */
export async function changeQuotedStay(
  store: BookingStore,
  scope: AccountScope,
  before: QuotedStayBody,
  { quote, booking }: Parts,
  loaded?: BookingReferences,
): Promise<ChangedStay> {
  const parts = [before.quote, quote, before.booking, booking].filter((part) => part !== undefined);
  const references = loaded ?? (await loadReferences(store, scope, parts));
  const checks = [
    ...(mustCheckNights(before, { quote, booking }) ? [job('check_quote', {})] : []),
    ...keepContactJobs(
      [protectsGuest(before.quote, quote) ? before.quote : undefined, withoutGuestOfHold(before.booking)],
      [quote, booking],
    ),
    ...annotationJobs('quote', before.quote, quote),
    ...annotationJobs('booking', before.booking, booking),
  ];
  if (!booking) return { after: { ...before, quote }, references, jobs: checks };
  const known = { links: linksIn(references, ...parts), taken: new Set<string>() };
  if (before.booking) {
    const counted = await inItsCurrency(store, scope, before.booking, booking, references);
    const confirmed = confirmBooking(before.booking, counted, references);
    const changed = withRetained(before.booking, confirmed, currencyOf(confirmed, references));
    const { after, jobs } = await changeNights(store, scope, withBooking(before, before.booking), changed, known);
    return {
      after: { ...after, quote },
      references,
      jobs: [...jobs, ...expiryJobs(before, quote, known.links), ...checks],
    };
  }
  const claimed = await claimNewNights(store, scope, booking, known);
  return { after: { ...before, quote, ...claimed.fields }, references, jobs: [...claimed.jobs, ...checks] };
}

/**
 * Whether the quote has prevented the deletion of its guest until now. The guest of a closed or expired quote can be
 * deleted, so if the quote is reopened, a job must check whether the guest still exists. A quote that is stored as open
 * may have expired, even after this request read it. So a quote that gets a later expiry needs this job too.
 */
function protectsGuest(before: QuotePart, { expires_utc }: QuotePart): boolean {
  return before.state === 'open' && expires_utc <= before.expires_utc;
}

/**
 * Returns a hold as if it had no guest, because a hold does not prevent the deletion of its guest. Returns any other
 * booking unchanged.
 */
function withoutGuestOfHold(booking: BookingPart | undefined): BookingPart | undefined {
  return booking?.type === 'quote_hold' ? { ...booking, guest_id: null } : booking;
}

/**
 * The jobs for a hold whose expiry changes: its linked_availability records contain the expiry and
 * must be updated.
 */
function expiryJobs(
  { quote: { expires_utc }, booking }: QuotedStayBody,
  quote: QuotePart,
  links: LinkSet,
): JobRequest[] {
  const isHold = booking?.type === 'quote_hold' && claimsNights(booking);
  if (!isHold || quote.expires_utc.getTime() === expires_utc.getTime()) return [];
  return linkJobs(links);
}

/**
 * Whether an open quote without a hold has other nights than before, or had a hold before. A job must then check
 * whether another stay occupies these nights.
 */
function mustCheckNights(before: QuotedStayBody, { quote, booking }: Parts): boolean {
  const isOpen = quote.state === 'open' && !quote.is_deleted;
  if (!isOpen || holdsNights(booking)) return false;
  return holdsNights(before.booking) || needsOtherNights(before.quote, quote);
}

function holdsNights(booking: BookingPart | undefined): boolean {
  return booking !== undefined && claimsNights(booking);
}

function needsOtherNights(before: QuotePart, after: QuotePart): boolean {
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
