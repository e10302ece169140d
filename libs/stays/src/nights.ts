import { dateOfDay, dayNumber } from './calendar-date';

/** A stay is half-open: the night of the arrival is part of it, that of the departure is not. Dates are yyyy-mm-dd. */
export interface Stay {
  arrival: string;
  departure: string;
}

/** The longest stay that one record covers, in nights. */
export const MAX_NIGHTS = 1100;

/** How many nights a stay has; 0 or less when its departure is not after its arrival. */
export function nightCount({ arrival, departure }: Stay): number {
  return dayNumber(departure) - dayNumber(arrival);
}

/** The dates of a stay's nights, in order. */
export function nightsOf(stay: Stay): string[] {
  const first = dayNumber(stay.arrival);
  return Array.from({ length: Math.max(nightCount(stay), 0) }, (_, index) => dateOfDay(first + index));
}

/**
 * Dates for a message: runs of nights that follow each other are written as one.
 * @param nights dates in any order.
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
