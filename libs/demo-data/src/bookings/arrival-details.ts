import type { DemoPeriod } from '../plan/demo-period';
import type { SeededRandom } from '../plan/seeded-random';
import type { StayDraft } from './draft-stays';
import { instantOfMinute } from './draw-booked-minute';

type Stay = Pick<StayDraft, 'entry' | 'span'>;

/**
 * Returns the door code of a stay for all locks of the property. It exists from 21 days before the arrival to 7 days
 * after the departure.
 */
export function doorCodes({ entry, span }: Stay, { today }: DemoPeriod, random: SeededRandom) {
  const isNear = span.from - today <= 21 && today - span.to <= 7;
  return isNear && entry.locks.length > 0 ? [{ code: random.text('0123456789', 6), lock_names: entry.locks }] : [];
}

/**
 * Returns when the cleaner comes on the day of departure: at the given hour of local winter time. Null if the departure
 * is more than 42 days ahead, because that is not planned yet, or more than 30 days ago.
 */
export function cleaningDate({ entry, span }: Stay, hour: number, { today }: DemoPeriod): string | null {
  const daysAhead = span.to - today;
  if (daysAhead > 42 || daysAhead < -30) return null;
  return instantOfMinute((span.to * 24 + hour - entry.hoursAheadOfUtc) * 60);
}
