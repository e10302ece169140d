import type { QuoteStatus } from '@keyhaven/contracts/booking/quote';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { BookingPart } from '../../bookings/domain/booking-part';
import type { QuotePart } from './quote-part';

/** The rules that apply to all quotes with the same status. */
interface StatusRules {
  /** True if the quote can never again be changed, reopened or deleted. */
  isFinal: boolean;
  /** Whether a quote with `hold_dates` holds its nights. After acceptance, the booking occupies the nights instead. */
  holdsNights: boolean;
  /**
   * Whether a change that sends dates reopens the quote. A new expiry reopens every quote that is not final, so a new
   * expiry needs no rule here.
   */
  reopensForDates: boolean;
  /** The error message for an acceptance that is refused because of this status. */
  refusal: (quote: Pick<QuotePart, 'id' | 'expires_utc'>, bookingId: number | undefined) => string;
}

const hasExpired: StatusRules['refusal'] = ({ id, expires_utc }) =>
  `quote ${id} expired at ${formatInstant(expires_utc)}; set a later expires_utc to reopen it`;

/** The rules of each status. The compiler requires rules for every status. */
const rules = {
  // The acceptance of an open quote is refused only if the quote has expired and `expired` is not
  // stored yet.
  open: { isFinal: false, holdsNights: true, reopensForDates: false, refusal: hasExpired },
  accepted: {
    isFinal: true,
    holdsNights: false,
    reopensForDates: false,
    refusal: ({ id }, bookingId) => `quote ${id} was already accepted; see booking ${bookingId}`,
  },
  expired: { isFinal: false, holdsNights: false, reopensForDates: false, refusal: hasExpired },
  preempted: {
    isFinal: false,
    holdsNights: false,
    reopensForDates: true,
    refusal: ({ id }) => `quote ${id} cannot be accepted, because its nights were sold; make a new quote`,
  },
} satisfies Record<QuoteStatus, StatusRules>;

export function isFinal(status: QuoteStatus): boolean {
  return rules[status].isFinal;
}

/** Whether a quote with this status and this `hold_dates` holds its nights. */
export function holdsNights(status: QuoteStatus, hold_dates: boolean): boolean {
  return hold_dates && rules[status].holdsNights;
}

/** What a change of a quote says about its expiry and dates. */
interface Reopening {
  /** Whether the change sends an expiry that differs from the stored one. */
  setsExpiry: boolean;
  /** Whether the change sends dates, even unchanged ones. */
  namesDates: boolean;
  /** Whether the expiry after the change is in the future. */
  isOffered: boolean;
}

/** Whether a change reopens a quote. */
export function mayReopen(status: QuoteStatus, { setsExpiry, namesDates, isOffered }: Reopening): boolean {
  if (status === 'open' || isFinal(status)) return false;
  return setsExpiry || (rules[status].reopensForDates && namesDates && isOffered);
}

/** The error message when a request accepts a quote that is not open. Names the booking of the quote, if it has one. */
export function whyNotOpen(quote: QuotePart, bookingId: number | undefined): string {
  if (quote.is_deleted) return `quote ${quote.id} was deleted; make a new one`;
  return rules[quote.state].refusal(quote, bookingId);
}

/** Whether an open quote has expired at an instant. */
export function isOver({ state, expires_utc }: Pick<QuotePart, 'state' | 'expires_utc'>, now: Date): boolean {
  return state === 'open' && expires_utc <= now;
}

/** When a hold expires and frees its nights; null if the booking is not a hold. */
export function holdExpiry({ type }: Pick<BookingPart, 'type'>, quote: QuotePart | undefined): Date | null {
  return type === 'quote_hold' && quote ? quote.expires_utc : null;
}

/** When a hold or its linked_availability record expires; null for all other bookings. */
export function expiryOf(
  { quote, source }: { quote?: QuotePart; source?: { expires_utc?: Date | null } },
  booking: Pick<BookingPart, 'type'>,
): Date | null {
  return source?.expires_utc ?? holdExpiry(booking, quote);
}

/**
 * Whether a booking is a hold that has expired by an instant, but is not stored as canceled yet.
 */
export function isOverHold(
  { type, status }: Pick<BookingPart, 'type' | 'status'>,
  quote: QuotePart | undefined,
  now: Date,
): boolean {
  return type === 'quote_hold' && status !== 'canceled' && quote !== undefined && isOver(quote, now);
}

/**
 * The status of a quote at an instant. An open quote is expired from `expires_utc` on, even before
 * `expired` is stored.
 */
export function statusAt(quote: Pick<QuotePart, 'state' | 'expires_utc'>, now: Date): QuoteStatus {
  return isOver(quote, now) ? 'expired' : quote.state;
}
