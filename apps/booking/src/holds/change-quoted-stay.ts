import type { Decision } from '@keyhaven/persistence/repository-types';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { BookingStore } from '../store/booking-store';
import { type BookingReferences, loadReferences } from '../store/references';
import type { BookingPart, QuotedStayBody, QuotedStayDocument, StayBody } from '../store/stay.model';
import { keepGuestJobs } from '../guests/keep-guest';
import { readLinks } from '../links/list-links';
import { changeNights, CHECK_QUOTE, linkJobs, preemptJob, settleJob } from '../claims/change-nights';
import { wantedKeys } from '../claims/plan-nights';
import { claimsNights } from '../claims/domain/claim';
import type { QuotePart } from '../quotes/domain/quote-part';

/** A quote and its booking, as a change makes them. */
export interface Parts {
  quote: QuotePart;
  booking: BookingPart | undefined;
}

type ChangedStay = Decision<QuotedStayDocument, BookingReferences>;

/**
 * What one write makes of a stay with a quote: both parts, the nights that the booking takes or frees by it, and the
 * steps that follow.
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
    ...(mustLook(before, { quote, booking }) ? [checkJob] : []),
    // Only an open quote keeps its guest from being deleted: one that opens again begins to do so.
    ...keepGuestJobs([before.quote.state === 'open' ? before.quote : undefined, before.booking], [quote, booking]),
  ];
  if (!booking) return { after: { ...before, quote }, references, jobs: checks };
  if (before.booking) {
    const { after, jobs } = await changeNights(store, scope, withBooking(before, before.booking), booking, new Set());
    return {
      after: { ...after, quote },
      references,
      jobs: [...jobs, ...(await expiryJobs(store, scope, before, quote)), ...checks],
    };
  }
  const { night_keys, jobs } = await takeNights(store, scope, booking);
  return { after: { ...before, quote, booking, night_keys }, references, jobs: [...jobs, ...checks] };
}

/** Linked properties show until when nights are held. */
async function expiryJobs(
  store: BookingStore,
  scope: AccountScope,
  before: QuotedStayBody,
  quote: QuotePart,
): Promise<JobRequest[]> {
  const { booking } = before;
  const isHold = booking?.type === 'quote_hold' && claimsNights(booking);
  if (!isHold || quote.expires_utc.getTime() === before.quote.expires_utc.getTime()) return [];
  return linkJobs(await readLinks(store, scope, [booking.property_id]));
}

/** The keys of a booking that had none, and the steps that settle them. */
export async function takeNights(
  store: BookingStore,
  scope: AccountScope,
  booking: BookingPart,
): Promise<{ night_keys: string[] | undefined; jobs: JobRequest[] }> {
  const links = await readLinks(store, scope, [booking.property_id]);
  const keys = wantedKeys(booking, undefined, links);
  if (keys.length === 0) return { night_keys: undefined, jobs: [] };
  const sells = booking.type === 'quote_hold' ? [] : [preemptJob];
  return { night_keys: keys, jobs: [settleJob(booking, links), ...linkJobs(links), ...sells] };
}

/** After the write a quote looks whether its nights were sold meanwhile: whoever sold them may not have seen it. */
export const checkJob: JobRequest = { name: CHECK_QUOTE, args: {} };

/** Whether an open quote asks, by a change, for nights that nothing holds for it: a hold that it once had was released. */
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
