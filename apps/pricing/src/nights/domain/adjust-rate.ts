import { adjustPrice, amountOfChange, changedPrice, shareOfChange } from '@keyhaven/stays/charges/adjust-price';
import { plus, ZERO } from '@keyhaven/stays/charges/fraction';
import type { RateAdjuster, Weekday } from './calendar-sources';

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

/**
 * Whether adjusters may leave nothing of a price, whichever of them apply to the night.
 * @returns a function of the price in minor units.
 */
export function mayLeaveNothing(adjusters: readonly RateAdjuster[]): (rentMinor: number) => boolean {
  const lowering = adjusters
    .map(({ change }) => change)
    .filter((change) => (change.kind === 'percent' ? change.percent : change.amountMinor) < 0);
  const share = lowering.map(shareOfChange).reduce(plus, ZERO);
  const amountMinor = lowering.reduce((sum, change) => sum + amountOfChange(change), 0n);
  return (rentMinor) => changedPrice(rentMinor, share, amountMinor) === 0n;
}

/** What decides which adjusters a night has. */
export interface AdjustedNight {
  date: string;
  weekday: Weekday;
  /** The season whose rate prices the night. */
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
