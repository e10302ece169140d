import { dayNumber } from '@keyhaven/stays/calendar-date';
import type { ChartRange } from './chart-range';

export interface Stay {
  id: number;
  arrival: string;
  departure: string;
}

/**
 * A part of a lane (a row of the chart): either the bar of a stay, or a space without a bar.
 * Its length is a number of half days.
 */
export type LanePart<Kind extends Stay> =
  | { kind: 'room'; halves: number }
  | {
      kind: 'bar';
      halves: number;
      stay: Kind;
      /** Whether the stay begins before the chart. */
      isCutAtStart: boolean;
      isCutAtEnd: boolean;
    };

interface Placed<Kind extends Stay> {
  stay: Kind;
  /**
   * `start` is the first half day of the stay, `end` the first half day after it. The half days of
   * the chart are counted from 0.
   */
  start: number;
  end: number;
}

/**
 * Lays out stays as bars. A bar begins in the middle of the day of arrival and ends in the middle of the day of
 * departure. So two stays can share a turnover day. Stays that share a night, such as overbooked ones, are in different
 * lanes.
 * @returns the lanes. Each lane fills the chart, which has two half days for each day.
 */
export function layOutBars<Kind extends Stay>(stays: readonly Kind[], range: ChartRange): LanePart<Kind>[][] {
  const lanes: Placed<Kind>[][] = [];
  for (const placed of placeStays(stays, range)) {
    const free = lanes.find((lane) => lane[lane.length - 1]!.end <= placed.start);
    if (free) free.push(placed);
    else lanes.push([placed]);
  }
  return lanes.map((lane) => partsOf(lane, range));
}

function placeStays<Kind extends Stay>(stays: readonly Kind[], { from, days }: ChartRange): Placed<Kind>[] {
  const firstDay = dayNumber(from);
  return stays
    .map((stay) => ({
      stay,
      start: 2 * (dayNumber(stay.arrival) - firstDay) + 1,
      end: 2 * (dayNumber(stay.departure) - firstDay) + 1,
    }))
    .filter(({ start, end }) => end > 0 && start < 2 * days)
    .sort((one, other) => one.start - other.start || one.stay.id - other.stay.id);
}

function partsOf<Kind extends Stay>(lane: readonly Placed<Kind>[], { days }: ChartRange): LanePart<Kind>[] {
  const parts: LanePart<Kind>[] = [];
  let at = 0;
  for (const { stay, start, end } of lane) {
    const [shownStart, shownEnd] = [Math.max(start, 0), Math.min(end, 2 * days)];
    if (shownStart > at) parts.push({ kind: 'room', halves: shownStart - at });
    const cuts = { isCutAtStart: start < 0, isCutAtEnd: end > 2 * days };
    parts.push({ kind: 'bar', halves: shownEnd - shownStart, stay, ...cuts });
    at = shownEnd;
  }
  if (at < 2 * days) parts.push({ kind: 'room', halves: 2 * days - at });
  return parts;
}
