import { dayNumber } from '@keyhaven/stays/calendar-date';
import type { NightStatus, Occupancy, PricingInputs, PropertySettings } from './calendar-sources';

/** Types of records around which the required gap nights lie. Blocks have none, and may take those of others. */
const TYPES_WITH_GAPS = new Set(['booking', 'owner', 'quote_hold']);

const STATUS_BY_TYPE: ReadonlyMap<string, NightStatus> = new Map([
  ['booking', 'booked'],
  ['owner', 'booked'],
  ['block', 'blocked'],
  ['quote_hold', 'blocked'],
  ['linked_availability', 'blocked'],
]);

/** Which of the records that hold a night it shows: the earlier status here, then one of its own property, then the lowest id. */
const STATUS_ORDER: readonly NightStatus[] = ['booked', 'blocked', 'unavailable'];

/** The status of the nights that a record occupies: `unavailable` for a type that this version does not know. */
export function statusOf({ type }: Occupancy): NightStatus {
  return STATUS_BY_TYPE.get(type) ?? 'unavailable';
}

/** Whether a record only shows what occupies a linked property. */
export function isLinked({ type }: Occupancy): boolean {
  return type === 'linked_availability';
}

/** Whether the required gap lies before and after a record. A linked record is like the one that it stands for. */
export function hasGaps({ type, sourceType }: Occupancy): boolean {
  return TYPES_WITH_GAPS.has(type === 'linked_availability' ? (sourceType ?? '') : type);
}

/** The nights that stay vacant between two stays: the greater of what one wants after it and the other before it. */
export function requiredGap({ requiredGapBefore, requiredGapAfter }: PropertySettings): number {
  return Math.max(requiredGapBefore, requiredGapAfter);
}

/** A record that occupies nights, in days since 1970, with the required gap before and after it. */
export interface Occupant {
  record: Occupancy;
  arrivalDay: number;
  departureDay: number;
  gap: number;
  /** The days of those of its nights that another record holds. */
  overbookedDays: ReadonlySet<number>;
}

/**
 * Who occupies nights of a property, in the order in which a night that several hold shows them. As a new stay wants
 * the required gap too, that is the same on both sides of each stay.
 */
export function occupantsOf({ occupancies, property }: PricingInputs): Occupant[] {
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

/** Who occupies each night from a day on, and which nights are too near to a stay for another one. */
export interface OccupiedNights {
  /** The record that a night shows, which is the one that holds it; undefined on vacant nights. */
  shown: (Occupancy | undefined)[];
  /** The overbooked records that share a night with the one that it shows; undefined where there is none. */
  overbooked: (Occupancy[] | undefined)[];
  isInGap: boolean[];
}

/** Who occupies the nights from a first day up to an end, which is not included. */
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
  // Where the holder is not known yet, or any more, the first of the overbooked records stands for it.
  overbooked.forEach((records, night) => (shown[night] ??= records?.shift()));
  return { shown, overbooked, isInGap };
}
