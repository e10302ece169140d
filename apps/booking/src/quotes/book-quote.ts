import type { BookingStore } from '../store/booking-store';
import type { BookingReferences } from '../store/references';
import type { BookingPart, QuotedStayBody } from '../store/stay.model';
import { containedTaxesOf } from '../charges/charge-stay';
import type { Acceptance } from './accept-quote';
import { holdOf } from '../holds/hold-nights';

/**
 * The booking that a quote becomes: under the id of its hold, where it had one, with the quote's stay and the charges
 * that were promised.
 */
export async function bookingOfQuote(
  store: BookingStore,
  { quote, booking }: Pick<QuotedStayBody, 'quote' | 'booking'>,
  { status, pendingUntil, guestId, extras }: Acceptance,
  references: BookingReferences,
): Promise<BookingPart> {
  const hold = await holdOf(store, quote, booking, references);
  return {
    ...hold,
    ...extras,
    type: 'booking',
    status,
    pending_until_utc: pendingUntil,
    guest_id: quote.guest_id ?? guestId ?? null,
    notes: quote.notes,
    currency_code: quote.currency_code,
    charges: quote.charges,
    contained_taxes: containedTaxesOf(quote.explanation),
    broken_rules: quote.broken_rules,
    discount_code: quote.discount_code,
    quote_id: quote.id,
  };
}
