import { adjustPrice, amountOfChange, changedPrice, shareOfChange } from '@keyhaven/stays/charges/adjust-price';
import { plus, ZERO } from '@keyhaven/stays/charges/fraction';
import type { RateAdjuster, Weekday } from './calendar-sources';

/**
 * Applies rate adjusters to the price of a night, in minor units. Quotes use the same rule.
 * @param adjusters the adjusters that apply to the night.
 */
export function adjustRate(rentMinor: number, adjusters: readonly RateAdjuster[]): number {
  if (adjusters.length === 0) return rentMinor;
  return adjustPrice(
    rentMinor,
    adjusters.map(({ change }) => change),
  );
}

/**
 * Returns a function that checks whether any subset of the adjusters can reduce a price (in minor
 * units) to 0.
 */
export function mayReduceToZero(adjusters: readonly RateAdjuster[]): (rentMinor: number) => boolean {
  const lowering = adjusters
    .map(({ change }) => change)
    .filter((change) => (change.kind === 'percent' ? change.percent : change.amountMinor) < 0);
  const share = lowering.map(shareOfChange).reduce(plus, ZERO);
  const amountMinor = lowering.reduce((sum, change) => sum + amountOfChange(change), 0n);
  return (rentMinor) => changedPrice(rentMinor, share, amountMinor) === 0n;
}

/** The properties of a night that decide which adjusters apply to it. */
export interface AdjustedNight {
  date: string;
  weekday: Weekday;
  /** The season whose rate applies to the night. */
  seasonId: number | null;
}

/**
 * Whether an adjuster applies to a night: the night must match at least one value of each
 * criterion.
 */
export function adjustsNight(
  { dateRanges, weekdays, seasonIds }: RateAdjuster,
  { date, weekday, seasonId }: AdjustedNight,
): boolean {
  if (dateRanges && !dateRanges.some(({ from, to }) => date >= from && date <= to)) return false;
  if (weekdays && !weekdays.includes(weekday)) return false;
  return !seasonIds || (seasonId !== null && seasonIds.includes(seasonId));
}
