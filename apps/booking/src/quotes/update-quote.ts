import type { Quote } from '@keyhaven/contracts/booking/quote';
import { type QuoteParts, type QuotePatch, serverDecidedOfQuotes } from '@keyhaven/contracts/booking/quote-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { echoFaults } from '@keyhaven/contracts/shared/server-decided';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDryRun } from '@keyhaven/persistence/dry-run';
import { resolveAnnotations } from '../annotations/resolve-annotations';
import { currencyFaults } from '../bookings/domain/currency-rules';
import { stayFaults } from '../bookings/domain/stay-rules';
import { changeQuotedStay, type Parts } from '../holds/change-quoted-stay';
import { holdOf, withoutHold } from '../holds/hold-nights';
import { hasExpiredInDatabase, withoutExpiredHold } from '../holds/lapse-holds';
import { firstAttempt, nextAttempt } from '../nights/take-nights';
import { assertChangedReferences, assertReferences } from '../stays/check-references';
import type { BookingStore } from '../store/booking-store';
import { currencyOf } from '../store/present-booking';
import { presentQuote, singleQuote } from '../store/present-quote';
import { type BookingReferences, loadReferences, propertyOf, timeZoneOf } from '../store/references';
import type { QuotedStayBody } from '../store/stay.model';
import { assertTestIsDry } from './assert-test-is-dry';
import { decideExpiry } from './decide-expiry';
import { applyQuotePatch, expiryNeedsCheck, hasNewCode, namesDates, needsEvaluation } from './domain/apply-quote-patch';
import type { QuotedPrice, QuotePart } from './domain/quote-part';
import { holdsNights, isFinal, isOver, mayReopen } from './domain/quote-status';
import { evaluateQuote, type Evaluation } from './evaluate-quote';
import { withExplanation } from './explain-quote';
import { liveQuote } from './read-quotes';
import { resolveListingSite } from './resolve-listing-site';

/**
 * Changes the sent fields of a quote. Its charges change only with generate_charges.
 * @throws ApiError not_found, bad_request, conflict when the quote was already accepted, nights_taken,
 *   precondition_failed, unavailable.
 */
export async function updateQuote(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: QuotePatch,
  parts: QuoteParts,
): Promise<{ record: Quote; version?: number }> {
  assertTestIsDry(patch);
  const { stay, updatedBefore } = await changeQuote(store, scope, id, patch);
  const references = await loadReferences(store, scope, [stay.quote]);
  const changed = singleQuote(stay, references, store.settings.publicUrl, parts);
  const record = isDryRun() ? { ...changed, payment_form: null, updated_utc: updatedBefore } : changed;
  return { record: await withExplanation(store, scope, record, stay.quote, parts), version: stay.quote.version };
}

/** Computes and writes the change of a quote and its hold. `updatedBefore` is the former `updated_utc` of the quote. */
async function changeQuote(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: QuotePatch,
): Promise<{ stay: QuotedStayBody; updatedBefore: string | null }> {
  let updatedBefore: string | null = null;
  for (let attempt = firstAttempt; ;) {
    const changed = await store.quotes.change(scope, liveQuote(id), async (before) => {
      updatedBefore = formatInstant(before.quote.updated_utc);
      const decided = await decideQuote(store, scope, before, patch);
      const booking = await bookingOf(store, before, decided);
      assertCurrency(before.booking, booking, decided.references);
      return changeQuotedStay(store, scope, before, { quote: decided.quote, booking });
    });
    if ('document' in changed) return { stay: changed.document, updatedBefore };
    attempt = await nextAttempt(store, scope, changed, attempt);
  }
}

/**
 * Returns the booking of a quote: an active hold if the quote is open and has `hold_dates`.
 * Otherwise the earlier hold of the quote, now canceled; undefined if there was no hold.
 */
async function bookingOf(
  store: BookingStore,
  before: QuotedStayBody,
  { quote, references, hadExpired }: DecidedQuote,
): Promise<Parts['booking']> {
  if (holdsNights(quote.state, quote.hold_dates)) return holdOf(store, quote, before.booking, references);
  return hadExpired ? withoutExpiredHold(before) : withoutHold(before.booking);
}

/** The quote after a patch. */
interface DecidedQuote {
  quote: QuotePart;
  references: BookingReferences;
  /** Whether the quote had expired before the patch, but was still stored as open. */
  hadExpired: boolean;
}

/**
 * Applies a patch to a quote. Evaluates the quote again if the patch reopens the quote, or changes
 * its stay, its charges or its discount code.
 */
async function decideQuote(
  store: BookingStore,
  scope: AccountScope,
  { _id, quote: stored, booking }: QuotedStayBody,
  patch: QuotePatch,
): Promise<DecidedQuote> {
  const now = new Date();
  // The clock of this process may be ahead, so the database's clock decides whether the quote has expired.
  const hadExpired = isOver(stored, now) && (await hasExpiredInDatabase(store, scope, _id));
  const before: QuotePart = hadExpired ? { ...stored, state: 'expired' } : stored;
  if (isFinal(before.state)) {
    throw new ApiError(
      'conflict',
      `quote ${before.id} was accepted and cannot be changed; change booking ${booking?.id}`,
    );
  }
  const listing_site_id = await resolveListingSite(store, scope, patch, before.listing_site_id);
  const request = { type: 'quote', sent: patch, before } as const;
  const annotations = await resolveAnnotations(store, scope, request);
  const patched = { ...applyQuotePatch(before, { ...patch, listing_site_id }), ...annotations };
  // Also load the property of an earlier hold, because that hold may be at another property.
  const references = await loadReferences(store, scope, [before, patched, ...(booking ? [booking] : [])]);
  assertPatch(before, patched, patch, references);
  const sent = patch.expires_utc?.getTime() === before.expires_utc.getTime() ? undefined : patch.expires_utc;
  // Without a new expiry, a quote that is not open can be reopened only while its stored expiry is in the future. If
  // that expiry has passed, the quote stays closed, so its expiry need not be checked.
  const mayStayOpen = before.state === 'open' || before.expires_utc > now;
  if (sent || (mayStayOpen && expiryNeedsCheck(before, patched))) {
    patched.expires_utc = decideExpiry({
      sent: sent ?? before.expires_utc,
      holdsNights: patched.hold_dates,
      arrival: patched.arrival,
      timeZone: timeZoneOf(references, patched.property_id),
      now,
      maxHoldDays: store.settings.maxHoldDays,
    });
  }
  const isOffered = patched.expires_utc > now;
  const reopens = mayReopen(before.state, {
    setsExpiry: sent !== undefined,
    namesDates: namesDates(patch),
    isOffered,
  });
  if (!reopens && !needsEvaluation(before, patched, patch)) return { quote: patched, references, hadExpired };
  // The guest may have been deleted while the quote was not open.
  if (before.state !== 'open') assertReferences({ guest_id: patched.guest_id }, references);
  const evaluation = await evaluateQuote(store, scope, references, {
    stay: patched,
    generatesCharges: patch.generate_charges === true,
    judgesCode: hasNewCode(before, patched),
    ignoresRules: patch.ignore_rules ?? false,
    createdUtc: before.created_utc,
    own: { stayId: _id, bookingId: booking?.id },
  });
  const price = changedPrice(before, patched, evaluation, references);
  const state = reopens && isOffered ? 'open' : before.state;
  return { quote: { ...patched, ...price, state }, references, hadExpired };
}

/**
 * Returns the price fields that an evaluation changes. While a quote keeps its charges, it keeps
 * their currency and its security deposit. A quote without charges that moves to another property
 * gets the deposit of that property.
 */
function changedPrice(
  before: QuotePart,
  { property_id }: QuotePart,
  evaluation: Evaluation,
  references: BookingReferences,
): Partial<QuotedPrice> {
  const isMovedWithoutCharges = before.charges.length === 0 && property_id !== before.property_id;
  if (!evaluation.charges && !isMovedWithoutCharges) return { broken_rules: evaluation.broken_rules };
  const { security_deposit_amount } = propertyOf(references, property_id);
  return { ...evaluation, security_deposit_amount };
}

/** @throws ApiError bad_request when a hold with recorded money would get another currency. */
function assertCurrency(before: Parts['booking'], after: Parts['booking'], references: BookingReferences): void {
  if (!before || !after) return;
  const faults = currencyFaults(before.totals, currencyOf(before, references), currencyOf(after, references));
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

function assertPatch(before: QuotePart, after: QuotePart, patch: QuotePatch, references: BookingReferences): void {
  const faults = stayFaults(after);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  assertChangedReferences(before, after, references);
  const { payment_form, ...others } = patch;
  const states = [before, after].map((quote) => presentQuote({ quote, booking: undefined }, references, ''));
  const echoes = echoFaults(others, states, serverDecidedOfQuotes);
  if (
    payment_form !== undefined &&
    (typeof payment_form !== 'string' || !payment_form.endsWith(`/payment_forms/${before.form_key}`))
  ) {
    echoes.push(`payment_form: ${serverDecidedOfQuotes.payment_form}`);
  }
  if (echoes.length > 0) throw new ApiError('bad_request', echoes);
}
