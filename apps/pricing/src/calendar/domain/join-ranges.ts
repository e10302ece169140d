import {
  calendarCategories,
  type CalendarCategory,
  type ChangedRange,
  MAX_CHANGED_RANGES,
} from '@keyhaven/contracts/pricing/calendar-change';
import { FIRST_DATE, LAST_DATE } from '@keyhaven/contracts/shared/dates';
import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';

/**
 * Converts ranges to ordered ranges without overlaps that contain the same nights and categories.
 * If there are more ranges than an event may contain, the nearest ones are merged. A merged range
 * also contains the nights between the original ranges.
 */
export function joinRanges(ranges: readonly ChangedRange[]): ChangedRange[] {
  return limited(disjoint(ranges));
}

/** Splits overlapping ranges, and joins adjacent ranges with the same categories. */
function disjoint(ranges: readonly ChangedRange[]): ChangedRange[] {
  const edges = new Map<string, { category: CalendarCategory; count: number }[]>();
  const note = (date: string, category: CalendarCategory, count: number) => {
    const known = edges.get(date);
    if (known) known.push({ category, count });
    else edges.set(date, [{ category, count }]);
  };
  for (const range of ranges) {
    const from = range.from < FIRST_DATE ? FIRST_DATE : range.from;
    const to = range.to > LAST_DATE ? LAST_DATE : range.to;
    if (from > to) continue;
    for (const category of range.categories) {
      note(from, category, 1);
      note(addDays(to, 1), category, -1);
    }
  }
  const open = new Map<CalendarCategory, number>();
  const dates = [...edges.keys()].sort();
  const joined: ChangedRange[] = [];
  dates.forEach((date, index) => {
    for (const { category, count } of edges.get(date)!) open.set(category, (open.get(category) ?? 0) + count);
    const categories = calendarCategories.filter((category) => (open.get(category) ?? 0) > 0);
    const next = dates[index + 1];
    if (next === undefined || categories.length === 0) return;
    const last = joined[joined.length - 1];
    const continues = last && addDays(last.to, 1) === date && last.categories.join() === categories.join();
    if (continues) last.to = addDays(next, -1);
    else joined.push({ from: date, to: addDays(next, -1), categories });
  });
  return joined;
}

/** If there are more ranges than an event may contain, merges those with the smallest distances between them. */
function limited(ranges: ChangedRange[]): ChangedRange[] {
  const excess = ranges.length - MAX_CHANGED_RANGES;
  if (excess <= 0) return ranges;
  const distances = ranges.slice(1).map(({ from }, index) => ({
    index: index + 1,
    days: dayNumber(from) - dayNumber(ranges[index]!.to),
  }));
  const closed = new Set(
    distances
      .sort((a, b) => a.days - b.days)
      .slice(0, excess)
      .map(({ index }) => index),
  );
  const kept: ChangedRange[] = [];
  ranges.forEach((range, index) => {
    const last = kept[kept.length - 1];
    if (!last || !closed.has(index)) return void kept.push({ ...range });
    last.to = range.to;
    last.categories = calendarCategories.filter((one) => [...last.categories, ...range.categories].includes(one));
  });
  return kept;
}
