import { randomBytes } from 'node:crypto';
import type { Quote } from '@keyhaven/contracts/booking/quote';
import { type QuoteCreation, type QuoteParts, serverDecidedOfQuotes } from '@keyhaven/contracts/booking/quote-input';
import { plainQuoteFields, withDefaults } from '@keyhaven/contracts/booking/writable-fields';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults } from '@keyhaven/contracts/shared/server-decided';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDryRun, madeUp } from '@keyhaven/persistence/dry-run';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { Creation } from '@keyhaven/persistence/tenant-repository/repository-types';
import { annotationJobs } from '../annotations/annotation-jobs';
import { resolveAnnotations } from '../annotations/resolve-annotations';
import { stayFaults } from '../bookings/domain/stay-rules';
import { noExplanation } from '../charges/charge-stay';
import { claimNewNights } from '../claims/claim-new-nights';
import { keepContactJobs } from '../contacts/keep-contact';
import { holdOf } from '../holds/hold-nights';
import { job } from '../jobs';
import { insertWithNights } from '../nights/take-nights';
import { loadCheckedReferences } from '../stays/check-references';
import type { BookingStore } from '../store/booking-store';
import { presentQuote, trimmedQuote } from '../store/present-quote';
import { type BookingReferences, linksIn, timeZoneOf } from '../store/references';
import type { QuotedStayDocument } from '../store/stay.model';
import { assertTestIsDry } from './assert-test-is-dry';
import { decideExpiry } from './decide-expiry';
import type { QuotePart } from './domain/quote-part';
import type { QuoteRecord } from './domain/quote-record';
import { evaluateQuote } from './evaluate-quote';
import { withExplanation } from './explain-quote';
import { resolveListingSite } from './resolve-listing-site';

/** A quote before it has an id, a form key and timestamps. */
export type UnwrittenQuote = Omit<QuotePart, 'id' | 'form_key' | 'version' | 'created_utc' | 'updated_utc'>;

/**
 * Creates a quote. With `hold_dates`, the same write also takes the nights.
 * @throws ApiError bad_request that names the broken rule, nights_taken, unavailable.
 */
export async function createQuote(
  store: BookingStore,
  scope: AccountScope,
  body: QuoteCreation,
  parts: QuoteParts,
): Promise<{ record: Quote; version?: number }> {
  assertTestIsDry(body);
  const { record, document } = await store.quotes.createOnce(scope, () => quoteStay(store, scope, body));
  const trimmed = trimmedQuote(record, parts);
  // A dry run stores nothing, so its quote has no timestamps.
  const shown: Quote = isDryRun() ? { ...trimmed, created_utc: null, updated_utc: null } : trimmed;
  if (!parts.include_explanation) return { record: shown, version: FIRST_VERSION };
  // A repeated request gets the first response again, but with the explanation of the quote's current charges.
  const { quote } = document ?? (await store.quotes.get(scope, { 'quote.id': record.id }));
  return { record: await withExplanation(store, scope, shown, quote, parts), version: FIRST_VERSION };
}

async function quoteStay(
  store: BookingStore,
  scope: AccountScope,
  body: QuoteCreation,
): Promise<Creation<QuotedStayDocument, QuoteRecord>> {
  const { quote: draft, references } = await draftQuote(store, scope, body);
  const [id, _id] = await Promise.all([store.ids.next('quote'), store.ids.next('stay')]);
  const quote = { ...draft, id, form_key: formKey(scope), version: 0 } as QuotePart;
  const stay = { _id, user_id: scope.accountId, quote };
  const hold = quote.hold_dates ? await holdOf(store, quote, undefined, references) : undefined;
  return insertWithNights(store, scope, linksIn(references, quote), async (attempt) => {
    const claim = hold
      ? await claimNewNights(store, scope, hold, attempt)
      : { fields: {}, jobs: [job('check_quote', {})] };
    const after = { ...stay, ...claim.fields };
    const jobs = [...claim.jobs, ...keepContactJobs([], [quote, hold]), ...annotationJobs('quote', undefined, quote)];
    return store.quotes.insert(scope, { after, references, jobs });
  });
}

/** Builds the quote that a request body describes: checks the stay, and calculates its charges and expiry. */
async function draftQuote(
  store: BookingStore,
  scope: AccountScope,
  body: QuoteCreation,
): Promise<{ quote: UnwrittenQuote; references: BookingReferences }> {
  const faults = stayFaults(body);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  // In the body of a new quote, null means the same as an absent field.
  const site = { listing_site: body.listing_site ?? undefined, listing_site_id: body.listing_site_id ?? undefined };
  const listing_site_id = (await resolveListingSite(store, scope, site)) ?? null;
  const { references, property } = await loadCheckedReferences(store, scope, { ...body, listing_site_id });
  const stored = withDefaults(
    plainQuoteFields,
    { ...body, listing_site_id },
    {
      check_in: property.check_in,
      check_out: property.check_out,
      adults: 1,
      children: 0,
      infants: 0,
      pets: 0,
      guest_id: null,
      notes: null,
      listing_site_id: null,
      hold_dates: false,
      redirect_after_booking_url: null,
    },
  );
  const stay = { ...stored, discount_code: body.discount_code?.trim() || null };
  const expires_utc = decideExpiry({
    sent: body.expires_utc,
    holdsNights: stay.hold_dates,
    arrival: stay.arrival,
    timeZone: timeZoneOf(references, stay.property_id),
    now: new Date(),
    maxHoldDays: store.settings.maxHoldDays,
  });
  const evaluation = await evaluateQuote(store, scope, references, {
    stay,
    generatesCharges: body.generate_charges ?? true,
    judgesCode: stay.discount_code !== null,
    ignoresRules: body.ignore_rules ?? false,
    createdUtc: undefined,
  });
  const annotations = await resolveAnnotations(store, scope, { type: 'quote', sent: body });
  const quote: UnwrittenQuote = {
    ...stay,
    ...annotations,
    charges: [],
    explanation: noExplanation,
    ...evaluation,
    security_deposit_amount: property.security_deposit_amount,
    state: 'open',
    expires_utc,
    is_deleted: false,
  };
  assertEchoes(body, presentQuote({ quote: quote as QuotePart, booking: undefined }, references, ''));
  return { quote, references };
}

function assertEchoes(body: QuoteCreation, result: QuoteRecord): void {
  const faults = echoFaults(body, [result], serverDecidedOfQuotes);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/** The key of a payment form: the account id in base 36, then a secret of 128 bits. */
function formKey({ accountId }: AccountScope): string {
  return madeUp(`${accountId.toString(36)}-${randomBytes(16).toString('hex')}`);
}
