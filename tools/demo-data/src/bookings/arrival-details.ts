import type { DaySpan, DemoPeriod } from '../demo-period';
import type { PortfolioEntry } from '../properties/portfolio-entry';
import type { SeededRandom } from '../random/seeded-random';
import { instantOfMinute } from './draw-booked-minute';

/** Codes are made three weeks before arrival, and removed a week after departure. */
const CODES_BEFORE_DAYS = 21;
const CODES_AFTER_DAYS = 7;
/** Cleaners plan six weeks ahead; what is long past is not kept. */
const CLEANING_AHEAD_DAYS = 42;
const CLEANING_KEPT_DAYS = 30;

interface Stay {
  entry: PortfolioEntry;
  span: DaySpan;
}

/** The code of the stay, the same for all locks of the property; none for stays that are too far away. */
export function doorCodes({ entry, span }: Stay, { today }: DemoPeriod, random: SeededRandom) {
  const isNear = span.from - today <= CODES_BEFORE_DAYS && today - span.to <= CODES_AFTER_DAYS;
  return isNear && entry.locks.length > 0 ? [{ code: random.text('0123456789', 6), lock_names: entry.locks }] : [];
}

/**
 * When the cleaner comes on the day of departure: at the hour in local winter time; null where none is booked.
 */
export function cleaningDate({ entry, span }: Stay, hour: number, { today }: DemoPeriod): string | null {
  const ahead = span.to - today;
  if (ahead > CLEANING_AHEAD_DAYS || ahead < -CLEANING_KEPT_DAYS) return null;
  return instantOfMinute((span.to * 24 + hour - entry.hoursAheadOfUtc) * 60);
}
