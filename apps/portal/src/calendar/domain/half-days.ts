import { addDays } from '@keyhaven/stays/calendar-date';
import type { ChartRange } from './chart-range';

/** A night in the chart. It extends from the second half of its day to the first half of the next day. */
export interface NightSpan {
  date: string;
  /**
   * How many of the night's two half days the chart shows: one for the first and the last night of
   * the chart, two for all others.
   */
  halves: 1 | 2;
}

/**
 * Returns the nights of a chart, from the night that ends on the first day to the night that begins on the last day.
 */
export function nightSpans({ from, days }: ChartRange): NightSpan[] {
  return Array.from({ length: days + 1 }, (_, index) => ({
    date: addDays(from, index - 1),
    halves: index === 0 || index === days ? 1 : 2,
  }));
}
