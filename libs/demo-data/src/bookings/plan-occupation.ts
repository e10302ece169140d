import { dateOfDay } from '@keyhaven/stays/calendar-date';
import data from '../data/bookings.json';
import { type DaySpan, type DemoPeriod, isInSeason, overlaps } from '../plan/demo-period';
import { portfolio, type PortfolioEntry, rhythms } from '../plan/portfolio';
import { seededRandom } from '../plan/seeded-random';
import { daysKeptFree } from '../plan/shown-stay';
import { fillCalendar } from './fill-calendar';

/**
 * Nights that guests cannot book, because the owner stays there or because the property is blocked.
 */
export type Reservation = { span: DaySpan } & (
  { use: 'owner' } | { use: 'block'; reason: (typeof data.blockReasons)[number] }
);

/** The days on which reservations and guest stays occupy a property. */
export interface Occupation {
  entry: PortfolioEntry;
  reservations: Reservation[];
  guestStays: DaySpan[];
}

/**
 * INACTIVE_FOR_DAYS: the inactive property was rented until this many days before the demo's first day.
 * SNOOZED_AFTER_DAYS: the snoozed property accepts stays that end at most this many days after the demo's first day.
 */
const INACTIVE_FOR_DAYS = 120;
const SNOOZED_AFTER_DAYS = 45;

/** Returns the part of the period in which a property can be booked. */
export function offerOf({ body }: PortfolioEntry, { from, today, to }: DemoPeriod): DaySpan {
  if (!body.active) return { from, to: today - INACTIVE_FOR_DAYS };
  return { from, to: body.is_snoozed ? today + SNOOZED_AFTER_DAYS : to };
}

/**
 * Plans the occupied days of each property. Stays and reservations of one property do not overlap.
 * A house and its rooms are never occupied on the same night.
 */
export function planOccupation(period: DemoPeriod): Occupation[] {
  const planned = new Map<string, Occupation>();
  for (const [ordinal, entry] of portfolio.entries()) {
    const offer = offerOf(entry, period);
    const house = entry.partOf === null ? undefined : planned.get(entry.partOf);
    // The reservations of a house also block its rooms. Rooms have no reservations of their own.
    const reservations = house ? [] : reserveDays(entry, ordinal, offer, period);
    const reserved = [...reservations, ...(house?.reservations ?? [])].map(({ span }) => span);
    const guestStays = fillCalendar(
      { rhythm: entry.rhythm, offer, taken: [...reserved, ...(house?.guestStays ?? []), ...daysKeptFree(entry)] },
      (day) => demandOf(entry, day, period),
      seededRandom(`stays/${entry.key}`),
    );
    planned.set(entry.key, { entry, reservations, guestStays });
  }
  return [...planned.values()];
}

/**
 * Plans the reservations of a property. For each reservation, bookings.json has the range of days
 * in which it begins, relative to the demo's first day, and the percentage of properties that have
 * it (`often`). These ranges are far enough apart that reservations do not overlap.
 */
function reserveDays(entry: PortfolioEntry, ordinal: number, offer: DaySpan, { today }: DemoPeriod): Reservation[] {
  const random = seededRandom(`reserved/${entry.key}`);
  return data.reservations.flatMap(({ use, earliest, latest, often }, index): Reservation[] => {
    // This selects about `often` percent of the properties. 37 and 100 have no common divisor,
    // so the selected properties are spread evenly.
    const isOneOfThem = (ordinal * 37 + index * 61) % 100 < often;
    if (!isOneOfThem || (use === 'owner' && entry.owner === null)) return [];
    const from = today + random.whole(earliest, latest);
    const reason = random.pick(data.blockReasons);
    const span = { from, to: from + (use === 'owner' ? random.whole(3, 10) : reason.nights) };
    if (span.from < offer.from || span.to > offer.to) return [];
    if (daysKeptFree(entry).some((kept) => overlaps(kept, span))) return [];
    return [use === 'owner' ? { use, span } : { use: 'block', span, reason }];
  });
}

/**
 * How much higher the occupancy is in peak months than in other months, as a fraction of the yearly
 * average.
 */
const SEASONAL_DIFFERENCE = 0.26;
/**
 * How many of the bookings that a night will have in the end were already made on the demo's first day, as a fraction,
 * by the number of days from the first day to the night. Values between two entries are interpolated.
 */
const BOOKED_AHEAD: readonly [days: number, part: number][] = [
  [0, 1],
  [30, 0.85],
  [90, 0.5],
  [180, 0.2],
  [366, 0.06],
];

/** The first day of each month, mm-dd. */
const MONTHS = Array.from({ length: 12 }, (_, month) => `${String(month + 1).padStart(2, '0')}-01`);

/** Returns the probability that a night of the property is already booked on the demo's first day. */
function demandOf({ rhythm, peakSeasons }: PortfolioEntry, day: number, { today }: DemoPeriod): number {
  const isPeak = (monthAndDay: string) => peakSeasons.some((season) => isInSeason(monthAndDay, season));
  const mean = rhythms[rhythm].occupancy;
  const peakPart = MONTHS.filter(isPeak).length / MONTHS.length;
  const difference = SEASONAL_DIFFERENCE * mean;
  const seasonal = isPeak(dateOfDay(day).slice('yyyy-'.length)) ? difference * (1 - peakPart) : -difference * peakPart;
  return (mean + seasonal) * bookedAhead(day - today);
}

function bookedAhead(days: number): number {
  if (days <= 0) return 1;
  const index = BOOKED_AHEAD.findIndex(([until]) => days <= until);
  if (index < 0) return 0;
  const [[since, before], [until, part]] = [BOOKED_AHEAD[index - 1]!, BOOKED_AHEAD[index]!];
  return before + ((part - before) * (days - since)) / (until - since);
}
