import { dayNumber } from '@keyhaven/stays/calendar-date';
import type { NightStatus, Occupancy, CalendarSources, PropertySettings } from './calendar-sources';

/** Types of records that require gap nights around them. Blocks require none, and may be in gaps of others. */
const TYPES_WITH_GAPS = new Set(['booking', 'owner', 'quote_hold']);

const STATUS_BY_TYPE: ReadonlyMap<string, NightStatus> = new Map([
  ['booking', 'booked'],
  ['owner', 'booked'],
  ['block', 'blocked'],
  ['quote_hold', 'blocked'],
  ['linked_availability', 'blocked'],
]);

/** The order in which a night shows one of several holders: by status, then own records before linked ones, then by id. */
const STATUS_ORDER: readonly NightStatus[] = ['booked', 'blocked', 'unavailable'];

/** The status of the nights that a record occupies: `unavailable` for an unknown type. */
export function statusOf({ type }: Occupancy): NightStatus {
  return STATUS_BY_TYPE.get(type) ?? 'unavailable';
}

/** Whether a record mirrors one that occupies a linked property. */
export function isLinked({ type }: Occupancy): boolean {
  return type === 'linked_availability';
}

/** Whether gaps are required before and after a record. A linked record is treated like the one that it mirrors. */
export function hasGaps({ type, sourceType }: Occupancy): boolean {
  return TYPES_WITH_GAPS.has(type === 'linked_availability' ? (sourceType ?? '') : type);
}

/** How many nights must stay vacant between two stays: the greater of the gap after one and the gap before the other. */
export function requiredGap({ requiredGapBefore, requiredGapAfter }: PropertySettings): number {
  return Math.max(requiredGapBefore, requiredGapAfter);
}

/** A record that occupies nights, with day numbers since 1970-01-01 and the gap required before and after it. */
export interface Occupant {
  record: Occupancy;
  arrivalDay: number;
  departureDay: number;
  gap: number;
  /** The day numbers of its nights that another record holds. */
  overbookedDays: ReadonlySet<number>;
}

/**
 * The records that occupy nights of a property, in the order in which a night shows one of several holders. The gap is
 * the same on both sides of each stay, because a new stay requires its own gap too.
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

/** By night, from a first day on: which records occupy it, and whether it is in a required gap. */
export interface OccupiedNights {
  /** The record that holds the night; undefined on vacant nights. */
  shown: (Occupancy | undefined)[];
  /** The overbooked records that share the night with its holder; undefined when there are none. */
  overbooked: (Occupancy[] | undefined)[];
  isInGap: boolean[];
}

/** Finds which records occupy the nights from a first day to an end day, which is not included. */
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
  // The holder may be unknown, before its event arrives or after it was deleted: the first overbooked record replaces it.
  overbooked.forEach((records, night) => (shown[night] ??= records?.shift()));
  return { shown, overbooked, isInGap };
}
