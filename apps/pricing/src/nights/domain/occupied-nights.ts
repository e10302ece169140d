import { dayNumber } from '@keyhaven/stays/calendar-date';
import type { NightStatus, Occupancy, CalendarSources, PropertySettings } from './calendar-sources';

/** Records of these types require a gap around them. Blocks require no gap, and may be in the gap of another record. */
const TYPES_WITH_GAPS = new Set(['booking', 'owner', 'quote_hold']);

const STATUS_BY_TYPE: ReadonlyMap<string, NightStatus> = new Map([
  ['booking', 'booked'],
  ['owner', 'booked'],
  ['block', 'blocked'],
  ['quote_hold', 'blocked'],
  ['linked_availability', 'blocked'],
]);

/**
 * If several records occupy a night, the calendar shows the record whose status comes first in this
 * list. If the statuses are equal, the calendar prefers the property's own records to linked ones,
 * and then the record with the lowest id.
 */
const STATUS_ORDER: readonly NightStatus[] = ['booked', 'blocked', 'unavailable'];

/** The status of the nights that a record occupies. `unavailable` if its type is unknown. */
export function statusOf({ type }: Occupancy): NightStatus {
  return STATUS_BY_TYPE.get(type) ?? 'unavailable';
}

/** Whether a record mirrors a record of a linked property. */
export function isLinked({ type }: Occupancy): boolean {
  return type === 'linked_availability';
}

/** Whether gaps are required around a record. A linked record is treated like the record that it mirrors. */
export function hasGaps({ type, sourceType }: Occupancy): boolean {
  return TYPES_WITH_GAPS.has(type === 'linked_availability' ? (sourceType ?? '') : type);
}

/**
 * How many nights must be vacant between two stays: the greater of requiredGapBefore and
 * requiredGapAfter.
 */
export function requiredGap({
  requiredGapBefore,
  requiredGapAfter,
}: Pick<PropertySettings, 'requiredGapBefore' | 'requiredGapAfter'>): number {
  return Math.max(requiredGapBefore, requiredGapAfter);
}

/** A record that occupies nights, with day numbers since 1970-01-01 and its required gap. */
export interface Occupant {
  record: Occupancy;
  arrivalDay: number;
  departureDay: number;
  gap: number;
  /** The day numbers of the nights of this record that are overbooked. */
  overbookedDays: ReadonlySet<number>;
}

/**
 * The records that occupy nights of a property. If several occupy the same night, the calendar shows the first of them.
 * Each record gets the same gap before and after it: the gap after it is the one that the record requires, and the gap
 * before it is the one that a new stay there would require.
 */
export function occupantsOf({ occupancies, property }: CalendarSources): Occupant[] {
  const gap = requiredGap(property);
  return [...occupancies].sort(byPrecedence).map((record) => ({
    record,
    arrivalDay: dayNumber(record.arrival),
    departureDay: dayNumber(record.departure),
    gap: hasGaps(record) ? gap : 0,
    overbookedDays: new Set(record.overbookedNights.map(dayNumber)),
  }));
}

function byPrecedence(a: Occupancy, b: Occupancy): number {
  return (
    STATUS_ORDER.indexOf(statusOf(a)) - STATUS_ORDER.indexOf(statusOf(b)) ||
    Number(isLinked(a)) - Number(isLinked(b)) ||
    a.bookingId - b.bookingId
  );
}

/** For each night from a first day on: who occupies it, and whether it is in a required gap. */
export interface OccupiedNights {
  /** The record that the calendar shows for the night. Undefined if the night is vacant. */
  shown: (Occupancy | undefined)[];
  /** The records that overbook the night. Undefined if there are none. */
  overbooked: (Occupancy[] | undefined)[];
  isInGap: boolean[];
}

/** Finds who occupies the nights from firstDay to endDay. The night of endDay is not included. */
export function occupiedNights(occupants: readonly Occupant[], firstDay: number, endDay: number): OccupiedNights {
  const shown = new Array<Occupancy | undefined>(endDay - firstDay).fill(undefined);
  const overbooked = new Array<Occupancy[] | undefined>(endDay - firstDay).fill(undefined);
  const isInGap = new Array<boolean>(endDay - firstDay).fill(false);
  const inRange = (day: number) => Math.min(Math.max(day - firstDay, 0), endDay - firstDay);
  for (const { record, arrivalDay, departureDay, gap, overbookedDays } of occupants) {
    for (let night = inRange(arrivalDay); night < inRange(departureDay); night++) {
      if (overbookedDays.has(firstDay + night)) (overbooked[night] ??= []).push(record);
      else shown[night] ??= record;
    }
    if (gap > 0) isInGap.fill(true, inRange(arrivalDay - gap), inRange(departureDay + gap));
  }
  // The record that occupies an overbooked night may be missing, because the record's event has not arrived yet or the
  // record was deleted. Then the first overbooked record is shown.
  overbooked.forEach((records, night) => (shown[night] ??= records?.shift()));
  return { shown, overbooked, isInGap };
}
