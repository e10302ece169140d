import type { QuoteStatus } from '@keyhaven/contracts/booking/quote';
import type { BookingPart } from '../../bookings/domain/booking-part';
import type { QuotePart } from './quote-part';

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
  { quote, source }: { quote?: QuotePart; source?: { expires_utc?: Date | null } },
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
