import type { QuoteStatus } from '@keyhaven/contracts/booking/quote';
import type { BookingPart } from '../../bookings/domain/booking-part';
import type { QuotePart } from './quote-part';

/** Whether an open quote has expired at an instant. */
export function isOver({ state, expires_utc }: Pick<QuotePart, 'state' | 'expires_utc'>, now: Date): boolean {
  return state === 'open' && expires_utc <= now;
}

/** When a hold expires and frees its nights; null if the booking is not a hold. */
export function holdExpiry({ type }: Pick<BookingPart, 'type'>, quote: QuotePart | undefined): Date | null {
  return type === 'quote_hold' && quote ? quote.expires_utc : null;
}

/**
 * When a hold, or the record of a hold at a linked property, expires and frees its nights; null for all other bookings.
 */
export function expiryOf(
  { quote, source }: { quote?: QuotePart; source?: { expires_utc?: Date | null } },
  booking: Pick<BookingPart, 'type'>,
): Date | null {
  return source?.expires_utc ?? holdExpiry(booking, quote);
}

/** Whether a booking is a hold that has expired at an instant, but that no write has ended yet. */
export function isOverHold(
  { type, status }: Pick<BookingPart, 'type' | 'status'>,
  quote: QuotePart | undefined,
  now: Date,
): boolean {
  return type === 'quote_hold' && status !== 'canceled' && quote !== undefined && isOver(quote, now);
}

/**
 * The status of a quote at an instant: an open quote is expired from `expires_utc` on, even before a write stores that.
 */
export function statusAt(quote: Pick<QuotePart, 'state' | 'expires_utc'>, now: Date): QuoteStatus {
  return isOver(quote, now) ? 'expired' : quote.state;
}
