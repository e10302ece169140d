import type { Quote } from '@keyhaven/contracts/booking/quote';
import type { QuoteParts } from '@keyhaven/contracts/booking/quote-input';
import { formatInstant, instantOrBlank } from '@keyhaven/contracts/shared/instants';
import { presentAnnotations } from '../annotations/domain/annotations';
import { quoteName } from '../quotes/domain/quote-name';
import type { QuoteRecord } from '../quotes/domain/quote-record';
import { statusAt } from '../quotes/domain/quote-status';
import { quoteTotal } from '../quotes/domain/quote-total';
import { shortGuest, shortProperty } from './present-booking';
import { propertyOf, type EmbeddedReferences } from './references';
import type { QuotedStayBody } from './stay.model';

/** The public record of a quote, with all parts except the explanation, in its stored status. */
export function presentQuote(
  { quote, booking }: Pick<QuotedStayBody, 'quote' | 'booking'>,
  references: EmbeddedReferences,
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
    ...presentAnnotations(quote),
  };
}

/** Leaves out custom fields, unless they are requested. */
export function trimmedQuote<Shown extends Quote>(
  { fields, ...quote }: Shown,
  parts: QuoteParts,
): Omit<Shown, 'fields'> & Pick<Quote, 'fields'> {
  return { ...quote, ...(parts.include_fields ? { fields } : {}) };
}

/** A quote in a single read, in its current status, with custom fields only on request. */
export function singleQuote(
  stay: Pick<QuotedStayBody, 'quote' | 'booking'>,
  references: EmbeddedReferences,
  publicUrl: string,
  parts: QuoteParts,
): Quote {
  const record = presentQuote(stay, references, publicUrl);
  return trimmedQuote({ ...record, status: statusAt(stay.quote, new Date()) }, parts);
}

/** A quote in a list, with optional parts only on request. */
export function listedQuote(
  stay: Pick<QuotedStayBody, 'quote' | 'booking'>,
  references: EmbeddedReferences,
  publicUrl: string,
  now: Date,
  parts: QuoteParts,
): Quote & { id: number } {
  const { charges, guest, tags, ...listed } = trimmedQuote(presentQuote(stay, references, publicUrl), parts);
  return {
    ...listed,
    status: statusAt(stay.quote, now),
    ...(parts.include_charges ? { charges } : {}),
    ...(parts.include_guest ? { guest } : {}),
    ...(parts.include_tags ? { tags } : {}),
    ...(stay.quote.deleted_utc ? { deleted_utc: formatInstant(stay.quote.deleted_utc) } : {}),
  };
}
