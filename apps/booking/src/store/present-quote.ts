import type { Quote } from '@keyhaven/contracts/booking/quote';
import type { QuoteParts } from '@keyhaven/contracts/booking/quote-input';
import { formatInstant, instantOrBlank } from '@keyhaven/contracts/shared/instants';
import { quoteName } from '../quotes/domain/quote-name';
import type { QuoteRecord } from '../quotes/domain/quote-record';
import { statusAt } from '../quotes/domain/quote-status';
import { quoteTotal } from '../quotes/domain/quote-total';
import { shortGuest, shortProperty } from './present-booking';
import { propertyOf, type ShownReferences } from './references';
import type { QuotedStayBody } from './stay.model';

/** The complete record of a quote, in the state that was written last. */
export function presentQuote(
  { quote, booking }: Pick<QuotedStayBody, 'quote' | 'booking'>,
  references: ShownReferences,
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

/** A single read: complete but for the explanation. */
export function singleQuote(
  stay: Pick<QuotedStayBody, 'quote' | 'booking'>,
  references: ShownReferences,
  publicUrl: string,
): Quote {
  return { ...presentQuote(stay, references, publicUrl), status: statusAt(stay.quote, new Date()) };
}

/** An item of a list: only those parts that are asked for. */
export function listedQuote(
  stay: Pick<QuotedStayBody, 'quote' | 'booking'>,
  references: ShownReferences,
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
