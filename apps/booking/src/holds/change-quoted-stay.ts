import type { Decision } from '@keyhaven/persistence/repository-types';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { StepRequest } from '@keyhaven/persistence/plan-change';
import type { BookingStore } from '../store/booking-store';
import { type BookingReferences, loadReferences } from '../store/references';
import type { BookingPart, QuotedStayBody, QuotedStayDocument, StayBody } from '../store/stay.model';
import { keepGuestSteps } from '../guests/keep-guest';
import { readLinks } from '../links/list-links';
import { changeNights, CHECK_QUOTE, linkSteps, preemptStep, settleStep } from '../claims/change-nights';
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
    ...(mustLook(before, { quote, booking }) ? [checkStep] : []),
    // Only an open quote keeps its guest from being deleted: one that opens again begins to do so.
    ...keepGuestSteps([before.quote.state === 'open' ? before.quote : undefined, before.booking], [quote, booking]),
  ];
  if (!booking) return { after: { ...before, quote }, references, steps: checks };
  if (before.booking) {
    const { after, steps } = await changeNights(store, scope, withBooking(before, before.booking), booking, new Set());
    return {
      after: { ...after, quote },
      references,
      steps: [...steps, ...(await expirySteps(store, scope, before, quote)), ...checks],
    };
  }
  const { night_keys, steps } = await takeNights(store, scope, booking);
  return { after: { ...before, quote, booking, night_keys }, references, steps: [...steps, ...checks] };
}

/** Linked properties show until when nights are held. */
async function expirySteps(
  store: BookingStore,
  scope: AccountScope,
  before: QuotedStayBody,
  quote: QuotePart,
): Promise<StepRequest[]> {
  const { booking } = before;
  const isHold = booking?.type === 'quote_hold' && claimsNights(booking);
  if (!isHold || quote.expires_utc.getTime() === before.quote.expires_utc.getTime()) return [];
  return linkSteps(await readLinks(store, scope, [booking.property_id]));
}

/** The keys of a booking that had none, and the steps that settle them. */
export async function takeNights(
  store: BookingStore,
  scope: AccountScope,
  booking: BookingPart,
): Promise<{ night_keys: string[] | undefined; steps: StepRequest[] }> {
  const links = await readLinks(store, scope, [booking.property_id]);
  const keys = wantedKeys(booking, undefined, links);
  if (keys.length === 0) return { night_keys: undefined, steps: [] };
  const sells = booking.type === 'quote_hold' ? [] : [preemptStep];
  return { night_keys: keys, steps: [settleStep(booking, links), ...linkSteps(links), ...sells] };
}

/** After the write a quote looks whether its nights were sold meanwhile: whoever sold them may not have seen it. */
export const checkStep: StepRequest = { name: CHECK_QUOTE, args: {} };

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
