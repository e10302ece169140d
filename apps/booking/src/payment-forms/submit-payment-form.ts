import { guestCreation } from '@keyhaven/contracts/booking/guest';
import { ApiError, isRefusal } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import { z } from 'zod';
import { type Acceptance, acceptQuote } from '../quotes/accept-quote';
import { statusAt } from '../quotes/domain/quote-status';
import { quoteTotal } from '../quotes/domain/quote-total';
import type { BookingStore } from '../store/booking-store';
import { loadReferences, propertyOf } from '../store/references';
import type { QuotedStayBody } from '../store/stay.model';
import { findForm } from './find-form';
import { type FormValues, noValues } from './form-page';
import { pageOf, unknownPage } from './show-payment-form';

const HOUR_MS = 3_600_000;

const line = z.string().trim().max(200).catch('');
/** Removes the invisible characters that contact apps put around a copied number to set the direction of its text. */
const telephone = z
  .string()
  .transform((text) => text.replace(/\p{Bidi_Control}/gu, ''))
  .pipe(line)
  .catch('');
const MIN_DIGITS = 5;
const MAX_TELEPHONE_LENGTH = 50;
const sentForm = z.object({
  /** The version of the quote that the guest has seen. */
  version: z.coerce.number().int().catch(0),
  first_name: line,
  last_name: line,
  email: line,
  telephone,
});

/** Thrown when the quote changed after the guest opened the form. */
class QuoteChanged extends Error {}

/**
 * Accepts a quote for its guest. If the guest sends the form again, the response is the same and nothing is booked
 * twice. Books nothing if the quote has changed since the guest opened the form.
 */
export async function submitPaymentForm(
  store: BookingStore,
  key: string,
  body: unknown,
  deadline: Date | undefined,
): Promise<RawAnswer> {
  const found = await findForm(store, key, deadline);
  if (!found) return unknownPage();
  const { scope, stay } = found;
  const { version, ...values } = sentForm.parse(body);
  if (statusAt(stay.quote, new Date()) !== 'open' || stay.quote.is_deleted) {
    return answer(store, scope, await finished(store, scope, stay));
  }
  const notices = stay.quote.guest_id === null ? guestNotices(values) : [];
  if (stay.quote.version !== version) notices.push(changedNotice);
  if (notices.length > 0) return pageOf(store, scope, stay, values, notices);
  try {
    const acceptance = await acceptanceOf(store, scope, stay, version, values);
    await acceptQuote(store, scope, stay._id, acceptance);
  } catch (error) {
    const isRefused = error instanceof QuoteChanged || isRefusal(error);
    if (!isRefused) throw error;
    const present = await store.quotes.get(scope, { _id: stay._id });
    return answer(store, scope, present, values, [refusalNotice(error)]);
  }
  return answer(store, scope, await store.quotes.get(scope, { _id: stay._id }));
}

/**
 * Runs the jobs that an interrupted submission may have left unfinished, and reads the stay again.
 */
async function finished(store: BookingStore, scope: AccountScope, { _id }: QuotedStayBody): Promise<QuotedStayBody> {
  try {
    await store.quotes.finishJobs(scope, _id);
  } catch (error) {
    // A job has undone the acceptance. The page shows the quote as it is now.
    if (!isRefusal(error)) throw error;
  }
  return store.quotes.get(scope, { _id });
}

const changedNotice = 'The offer has changed since you opened this page. Please look at it again before you book.';
const heldNotice =
  'Somebody else is holding these nights at the moment, so they cannot be booked now. Please try again later, or ask your host.';
const failedNotice = 'Your stay could not be booked just now. Please try again in a moment, or ask your host.';

/** Why a quote that is still open could not be booked. */
function refusalNotice(error: unknown): string {
  if (error instanceof QuoteChanged) return changedNotice;
  // A booking of these nights would have ended this quote, but the quote is still open. So another
  // quote holds the nights.
  return error instanceof ApiError && error.code === 'nights_taken' ? heldNotice : failedNotice;
}

/**
 * The response to a submission: a redirect if the quote is booked and the quote or its property has a redirect URL,
 * otherwise the page of the quote.
 */
async function answer(
  store: BookingStore,
  scope: AccountScope,
  stay: QuotedStayBody,
  values: FormValues = noValues,
  notices: readonly string[] = [],
): Promise<RawAnswer> {
  const { quote, booking } = stay;
  const isBooked = quote.state === 'accepted' && booking?.status !== 'canceled';
  if (!isBooked) return pageOf(store, scope, stay, values, notices);
  const references = await loadReferences(store, scope, [quote]);
  const { redirect_after_booking_url } = propertyOf(references, quote.property_id);
  const target = quote.redirect_after_booking_url ?? redirect_after_booking_url;
  const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  if (target === null) return pageOf(store, scope, stay);
  // A header must be ASCII. `href` encodes other characters in host names and paths.
  return new RawAnswer('', { ...headers, Location: new URL(target).href }, 303);
}

async function acceptanceOf(
  store: BookingStore,
  scope: AccountScope,
  { quote }: QuotedStayBody,
  version: number,
  values: FormValues,
): Promise<Acceptance> {
  const references = await loadReferences(store, scope, [quote]);
  const { payment_due_hours, payment_due_percent } = propertyOf(references, quote.property_id);
  const waits = payment_due_percent > 0 && quoteTotal(quote) > 0;
  const pendingUntil = waits && payment_due_hours !== null ? new Date(Date.now() + payment_due_hours * HOUR_MS) : null;
  return {
    status: waits ? 'pending' : 'active',
    pendingUntil,
    ...(quote.guest_id === null
      ? { guestId: await store.ids.next('guest'), newGuest: guestCreation.parse(guestBody(values)) }
      : {}),
    assertSame: (present) => {
      if (present.version !== version) throw new QuoteChanged();
    },
  };
}

/** What is missing or wrong in the guest's details, as sentences for the guest. */
function guestNotices(values: FormValues): string[] {
  const { first_name, last_name, email, telephone } = values;
  const notices: string[] = [];
  if (first_name === '' || last_name === '') notices.push('Please tell us your first and last name.');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    notices.push('Please tell us an e-mail address such as name@example.com.');
  const digits = telephone.match(/\p{Nd}/gu) ?? [];
  if (digits.length < MIN_DIGITS || telephone.length > MAX_TELEPHONE_LENGTH)
    notices.push(
      `Please tell us a telephone number with at least ${MIN_DIGITS} digits and at most ${MAX_TELEPHONE_LENGTH} characters.`,
    );
  if (notices.length === 0 && !guestCreation.safeParse(guestBody(values)).success) {
    notices.push('Please look at your name and how to reach you: some characters cannot be read.');
  }
  return notices;
}

function guestBody({ first_name, last_name, email, telephone }: FormValues) {
  return { first_name, last_name, email_addresses: [{ address: email }], phones: [{ number: telephone }] };
}
