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
 * If several records hold a night, the calendar shows one of them: that with the first status in
 * this list, then own records before linked ones, then the lowest id.
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
  /** The day numbers of its overbooked nights, which another record holds. */
  overbookedDays: ReadonlySet<number>;
}

/**
 * The records that occupy nights of a property, in the order of precedence for showing them. The gap is the same on
 * both sides of each stay, because a new stay also requires its own gap.
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
  /** The record that the calendar shows for the night. Undefined if it is vacant. */
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
  // The record that holds an overbooked night may be missing, because its event has not arrived or
  // it was deleted. Then the first overbooked record is shown.
  overbooked.forEach((records, night) => (shown[night] ??= records?.shift()));
  return { shown, overbooked, isInGap };
}
