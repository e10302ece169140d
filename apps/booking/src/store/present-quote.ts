import type { Quote, QuoteStatus } from '@keyhaven/contracts/booking/quote';
import type { QuoteParts } from '@keyhaven/contracts/booking/quote-input';
import { formatInstant, instantOrBlank } from '@keyhaven/contracts/shared/instants';
import { sumAmounts } from '@keyhaven/stays/money';
import { shortGuest, shortProperty } from './present-booking';
import type { BookingReferences } from './references';
import { propertyOf } from '../stays/check-references';
import type { AnyStayBody, BookingPart, QuotedStayBody } from './stay.model';
import { quoteName } from '../quotes/domain/quote-name';
import type { QuotePart } from '../quotes/domain/quote-part';

/** A quote as events carry it: complete but for the explanation, which is answered only on request. */
export type QuoteRecord = Required<Omit<Quote, 'explanation' | 'deleted_utc' | 'id'>> & { id: number };

/** The complete record of a quote, in the state that was written last. */
export function presentQuote(
  { quote, booking }: Pick<QuotedStayBody, 'quote' | 'booking'>,
  references: BookingReferences,
  publicUrl: string,
): QuoteRecord {
  const { listing_site_id } = quote;
  const property = propertyOf(references, quote.property_id);
  return {
    id: quote.id,
    name: quoteName(property.name, quote),
    status: quote.state,
    booking_id: quote.state === 'accepted' ? (booking?.id ?? null) : null,
    property_id: quote.property_id,
    property: shortProperty(property),
    guest_id: quote.guest_id,
    guest: shortGuest(quote.guest_id, references),
    arrival: quote.arrival,
    departure: quote.departure,
    check_in: quote.check_in,
    check_out: quote.check_out,
    adults: quote.adults,
    children: quote.children,
    infants: quote.infants,
    pets: quote.pets,
    notes: quote.notes,
    listing_site: listing_site_id === null ? null : (references.listingSites.get(listing_site_id)?.name ?? null),
    listing_site_id,
    discount_code: quote.discount_code,
    hold_dates: quote.hold_dates,
    expires_utc: formatInstant(quote.expires_utc),
    currency_code: quote.currency_code,
    total_amount: quoteTotal(quote),
    security_deposit_amount: quote.security_deposit_amount,
    payment_form: `${publicUrl}/payment_forms/${quote.form_key}`,
    redirect_after_booking_url: quote.redirect_after_booking_url,
    broken_rules: quote.broken_rules,
    created_utc: instantOrBlank(quote.created_utc),
    updated_utc: instantOrBlank(quote.updated_utc),
    charges: quote.charges,
    tags: quote.tags,
  };
}

/** What all charges of a quote come to, in its currency. */
export function quoteTotal({ charges, currency_code }: Pick<QuotePart, 'charges' | 'currency_code'>): number {
  return sumAmounts(
    charges.map(({ amount }) => amount),
    currency_code,
  );
}

/** Whether an open quote is over at an instant. */
export function isOver({ state, expires_utc }: Pick<QuotePart, 'state' | 'expires_utc'>, now: Date): boolean {
  return state === 'open' && expires_utc <= now;
}

/** From when on a booking takes no nights any more, for being a hold; null: it is none. */
export function holdExpiry({ type }: Pick<BookingPart, 'type'>, quote: QuotePart | undefined): Date | null {
  return type === 'quote_hold' && quote ? quote.expires_utc : null;
}

/**
 * From when on what a stay shows takes no nights any more: a hold, or the record that shows one at a linked property;
 * null: every other.
 */
export function expiryOf(
  { quote, source }: Pick<AnyStayBody, 'quote' | 'source'>,
  booking: Pick<BookingPart, 'type'>,
): Date | null {
  return source?.expires_utc ?? holdExpiry(booking, quote);
}

/** Whether a booking is a hold whose time is over at an instant, and that no write has ended yet. */
export function isOverHold(
  { type, status }: Pick<BookingPart, 'type' | 'status'>,
  quote: QuotePart | undefined,
  now: Date,
): boolean {
  return type === 'quote_hold' && status !== 'canceled' && quote !== undefined && isOver(quote, now);
}

/** The status of a quote at an instant: it is expired from that second on, before any write says so. */
export function statusAt(quote: Pick<QuotePart, 'state' | 'expires_utc'>, now: Date): QuoteStatus {
  return isOver(quote, now) ? 'expired' : quote.state;
}

/** A single read: complete but for the explanation. */
export function singleQuote(
  stay: Pick<QuotedStayBody, 'quote' | 'booking'>,
  references: BookingReferences,
  publicUrl: string,
): Quote {
  return { ...presentQuote(stay, references, publicUrl), status: statusAt(stay.quote, new Date()) };
}

/** An item of a list: only those parts that are asked for. */
export function listedQuote(
  stay: Pick<QuotedStayBody, 'quote' | 'booking'>,
  references: BookingReferences,
  publicUrl: string,
  now: Date,
  parts: QuoteParts,
): Quote & { id: number } {
  const { charges, guest, tags, ...rest } = presentQuote(stay, references, publicUrl);
  return {
    ...rest,
    status: statusAt(stay.quote, now),
    ...(parts.include_charges ? { charges } : {}),
    ...(parts.include_guest ? { guest } : {}),
    ...(parts.include_tags ? { tags } : {}),
    ...(stay.quote.deleted_utc ? { deleted_utc: formatInstant(stay.quote.deleted_utc) } : {}),
  };
}
