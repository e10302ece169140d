import { addDays } from '@keyhaven/stays/calendar-date';
import type { Night } from './pricing-types';

/** Nights that follow each other, first and last included. */
export interface NightRange {
  from: string;
  to: string;
}

/**
 * The nights that differ between two answers of the calendar for the same dates, in runs and in order: those that show
 * something else, and those that are in one of them only.
 */
export function changedRanges(before: readonly Night[], after: readonly Night[]): NightRange[] {
  const old = new Map(before.map((night) => [night.date, JSON.stringify(night)]));
  const changed: string[] = [];
  for (const night of after) {
    if (old.get(night.date) !== JSON.stringify(night)) changed.push(night.date);
    old.delete(night.date);
  }
  return runsOfNights([...changed, ...old.keys()]);
}

/** The runs that nights make, in order: those that follow each other are one. @param dates in any order. */
export function runsOfNights(dates: readonly string[]): NightRange[] {
  const ranges: NightRange[] = [];
  for (const date of [...new Set(dates)].sort()) {
    const last = ranges[ranges.length - 1];
    if (last && addDays(last.to, 1) === date) last.to = date;
    else ranges.push({ from: date, to: date });
  }
  return ranges;
}
