import type { DemoPeriod } from '../plan/demo-period';
import type { SeededRandom } from '../plan/seeded-random';
import type { StayDraft } from './draft-stays';
import { instantOfMinute } from './draw-booked-minute';

type Stay = Pick<StayDraft, 'entry' | 'span'>;

/**
 * Returns the door code of a stay, which opens all locks of the property. Empty if the arrival is
 * more than 21 days ahead, if the departure is more than 7 days ago, or if the property has no
 * locks.
 */
export function doorCodes({ entry, span }: Stay, { today }: DemoPeriod, random: SeededRandom) {
  const isNear = span.from - today <= 21 && today - span.to <= 7;
  return isNear && entry.locks.length > 0 ? [{ code: random.text('0123456789', 6), lock_names: entry.locks }] : [];
}

/**
 * Returns when the property is cleaned: on the day of departure, at the given hour in the winter
 * time of the property's place. Null if the departure is more than 42 days ahead (not planned yet)
 * or more than 30 days ago.
 */
export function cleaningDate({ entry, span }: Stay, hour: number, { today }: DemoPeriod): string | null {
  const daysAhead = span.to - today;
  if (daysAhead > 42 || daysAhead < -30) return null;
  return instantOfMinute((span.to * 24 + hour - entry.hoursAheadOfUtc) * 60);
}
