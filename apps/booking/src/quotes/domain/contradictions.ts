import { isDeepStrictEqual } from 'node:util';
import type { BookingRequest } from '@keyhaven/contracts/booking/booking-input';
import { fieldsFromQuote } from '@keyhaven/contracts/booking/writable-fields';
import { areSameCodes, normalizedCode } from '../../bookings/domain/discount-code-rules';
import type { QuotePart } from './quote-part';
import { quoteTotal } from './quote-total';

/**
 * `guest_id` is checked separately: if the quote has no guest, the request that accepts the quote
 * may set the guest.
 */
const { guest_id: _guest, ...decidedByQuote } = fieldsFromQuote.shape;
const decidedFields = Object.keys(decidedByQuote) as (keyof typeof decidedByQuote)[];

/**
 * Describes each field of a request that contradicts the quote that the request accepts, one message each. Equal values
 * and null are accepted.
 */
export function contradictions(body: BookingRequest, quote: QuotePart): string[] {
  const faults = decidedFields
    .filter((field) => body[field] != null && body[field] !== quote[field])
    .map((field) => fault(field, body[field], quote[field]));
  if (body.guest_id != null && quote.guest_id !== null && body.guest_id !== quote.guest_id) {
    faults.push(fault('guest_id', body.guest_id, quote.guest_id));
  }
  if (body.discount_code != null && !areSameCodes(normalizedCode(body.discount_code), quote.discount_code)) {
    faults.push(fault('discount_code', body.discount_code, quote.discount_code));
  }
  const price = { charges: quote.charges, total_amount: quoteTotal(quote), currency_code: quote.currency_code };
  for (const [field, is] of Object.entries(price)) {
    const sent = body[field as keyof typeof price];
    if (sent !== undefined && !isDeepStrictEqual(sent, is)) faults.push(fault(field, sent, is));
  }
  if (body.is_block) faults.push('is_block: true is not accepted with quote_id; a quote becomes a guest booking');
  if (body.generate_charges) {
    faults.push("generate_charges: true is not accepted with quote_id; the quote's charges are booked");
  }
  if (body.status === 'canceled') faults.push('status: canceled is not accepted; expected active or pending');
  return faults;
}

function fault(field: string, sent: unknown, is: unknown): string {
  return `${field}: ${JSON.stringify(sent)?.slice(0, 80)} contradicts the quote, whose ${field} is ${JSON.stringify(is)?.slice(0, 80)}`;
}
