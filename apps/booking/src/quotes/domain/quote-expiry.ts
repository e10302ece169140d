import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { addDays } from '@keyhaven/stays/calendar-date';
import { instantOfLocalTime } from '@keyhaven/stays/local-time';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a quote without a hold is open by default, in hours. */
const DEFAULT_HOURS = 72;
/** How long a quote with a hold is open by default, in hours. */
const DEFAULT_HOLD_HOURS = 24;

export interface ExpiryRequest {
  /** The expiry that the request sends, if any. */
  sent: Date | undefined;
  holdsNights: boolean;
  arrival: string;
  timeZone: string;
  now: Date;
  maxHoldDays: number;
}

/**
 * Decides when a quote expires: at the requested time, or by default 72 hours from now (24 hours if the quote holds its
 * nights). Never after the end of the day of arrival at the property. Rounded down to a second.
 * @returns the expiry, or the reason for a refusal: the expiry or the arrival is in the past, or the hold would be too
 *   long.
 */
export function quoteExpiry({
  sent,
  holdsNights,
  arrival,
  timeZone,
  now,
  maxHoldDays,
}: ExpiryRequest): { expires: Date } | { fault: string } {
  const endOfArrival = instantOfLocalTime({ date: addDays(arrival, 1), time: '00:00' }, timeZone);
  if (endOfArrival <= now) {
    return { fault: `arrival: ${arrival} is in the past at the property; expected today or later` };
  }
  if (sent && sent <= now) {
    return { fault: `expires_utc: ${formatInstant(sent)} is not accepted; expected an instant in the future` };
  }
  const hours = holdsNights ? DEFAULT_HOLD_HOURS : DEFAULT_HOURS;
  const wanted = sent ?? new Date(now.getTime() + hours * HOUR_MS);
  const expires = new Date(Math.min(wanted.getTime(), endOfArrival.getTime()));
  const longest = new Date(now.getTime() + maxHoldDays * DAY_MS);
  if (holdsNights && expires > longest) {
    return {
      fault: `expires_utc: ${formatInstant(expires)} is not accepted with hold_dates; nights are held for at most ${maxHoldDays} days, until ${formatInstant(longest)}`,
    };
  }
  expires.setUTCMilliseconds(0);
  return { expires };
}
