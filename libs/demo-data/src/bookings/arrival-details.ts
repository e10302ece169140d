import type { DaySpan, DemoPeriod } from '../demo-period';
import type { PortfolioEntry } from '../portfolio';
import type { SeededRandom } from '../seeded-random';
import { instantOfMinute } from './draw-booked-minute';

interface Stay {
  entry: PortfolioEntry;
  span: DaySpan;
}

/** The code of the stay, for all locks of the property: created 21 days before arrival, removed 7 after departure. */
export function doorCodes({ entry, span }: Stay, { today }: DemoPeriod, random: SeededRandom) {
  const isNear = span.from - today <= 21 && today - span.to <= 7;
  return isNear && entry.locks.length > 0 ? [{ code: random.text('0123456789', 6), lock_names: entry.locks }] : [];
}

/**
 * When the cleaner comes on the day of departure: at the hour in local winter time. Null when the departure is more than
 * 42 days ahead, which is not planned yet, or 30 days past.
 */
export function cleaningDate({ entry, span }: Stay, hour: number, { today }: DemoPeriod): string | null {
  const daysAhead = span.to - today;
  if (daysAhead > 42 || daysAhead < -30) return null;
  return instantOfMinute((span.to * 24 + hour - entry.hoursAheadOfUtc) * 60);
}
