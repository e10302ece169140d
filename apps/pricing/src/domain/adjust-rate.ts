import { adjustPrice } from '@keyhaven/stays/charges/adjust-price';
import type { RateAdjuster, Weekday } from './pricing-types';

/**
 * The price of a night after its rate adjusters, in minor units: by the same rule as quotes.
 * @param adjusters those that apply to the night.
 */
export function adjustRate(rentMinor: number, adjusters: readonly RateAdjuster[]): number {
  if (adjusters.length === 0) return rentMinor;
  return adjustPrice(
    rentMinor,
    adjusters.map(({ change }) => change),
  );
}

/** What decides which adjusters a night has. */
export interface AdjustedNight {
  date: string;
  weekday: Weekday;
  /** The season in which the night lies. */
  seasonId: number | null;
}

/** Whether an adjuster applies to a night: criteria of different kinds must all hold, values of one kind any. */
export function adjustsNight(
  { dateRanges, weekdays, seasonIds }: RateAdjuster,
  { date, weekday, seasonId }: AdjustedNight,
): boolean {
  if (dateRanges && !dateRanges.some(({ from, to }) => date >= from && date <= to)) return false;
  if (weekdays && !weekdays.includes(weekday)) return false;
  return !seasonIds || (seasonId !== null && seasonIds.includes(seasonId));
}
