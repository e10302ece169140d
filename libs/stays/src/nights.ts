import { dateOfDay, dayNumber } from './calendar-date';

/**
 * A stay includes the night of the arrival, but not the night of the departure. Dates are
 * yyyy-mm-dd.
 */
export interface Stay {
  arrival: string;
  departure: string;
}

/** The longest stay of one record, in nights. */
export const MAX_NIGHTS = 1100;

/** The number of nights of a stay. 0 or negative if the departure is not after the arrival. */
export function nightCount({ arrival, departure }: Stay): number {
  return dayNumber(departure) - dayNumber(arrival);
}

/** The dates of a stay's nights, in order. */
export function nightsOf(stay: Stay): string[] {
  const first = dayNumber(stay.arrival);
  return Array.from({ length: Math.max(nightCount(stay), 0) }, (_, index) => dateOfDay(first + index));
}

/**
 * Formats dates for a message. Consecutive nights are shown as a range.
 * @param nights the dates of nights, in any order.
 */
export function describeNights(nights: readonly string[]): string {
  const days = [...new Set(nights)].map(dayNumber).sort((a, b) => a - b);
  const runs: [first: number, last: number][] = [];
  for (const day of days) {
    const run = runs[runs.length - 1];
    if (run && day === run[1] + 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs
    .map(([first, last]) => (first === last ? dateOfDay(first) : `${dateOfDay(first)} to ${dateOfDay(last)}`))
    .join(', ');
}
