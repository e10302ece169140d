import type { DaySpan, DemoPeriod } from '../demo-period';
import type { PortfolioEntry } from '../properties/portfolio-entry';
import { seededRandom } from '../random/seeded-random';
import { demandOf } from './demand';
import { fillCalendar } from './fill-calendar';
import { type Reservation, reserveDays } from './reserve-days';

/** The days of one property that are taken, and by whom. */
export interface Occupation {
  entry: PortfolioEntry;
  reservations: Reservation[];
  guestStays: DaySpan[];
}

/** An inactive property was let until this many days before the first day; a snoozed one is booked for so many more. */
const INACTIVE_FOR_DAYS = 120;
const SNOOZED_AFTER_DAYS = 45;

/** The days on which a property is on offer in the period. */
export function offerOf({ state }: PortfolioEntry, { from, today, to }: DemoPeriod): DaySpan {
  if (state === 'inactive') return { from, to: today - INACTIVE_FOR_DAYS };
  if (state === 'snoozed') return { from, to: today + SNOOZED_AFTER_DAYS };
  return { from, to };
}

/**
 * Who occupies which days of which property. No two of one property's overlap, and nobody is in a house while someone
 * is in one of its rooms.
 * @param portfolio a house stands before its rooms.
 */
export function planOccupation(portfolio: readonly PortfolioEntry[], period: DemoPeriod): Occupation[] {
  const planned = new Map<string, Occupation>();
  for (const [ordinal, entry] of portfolio.entries()) {
    const offer = offerOf(entry, period);
    const house = entry.partOf === undefined ? undefined : planned.get(entry.partOf);
    // What is done to a house, or by its owner, closes its rooms too; they have no such days of their own.
    const reservations = house ? [] : reserveDays(entry, ordinal, offer, period, seededRandom(`reserved/${entry.key}`));
    const taken = [...spansOf(reservations), ...(house ? [...spansOf(house.reservations), ...house.guestStays] : [])];
    const guestStays = fillCalendar(
      { rhythm: entry.rhythm, offer, taken, demand: (day) => demandOf(entry, day, period) },
      seededRandom(`stays/${entry.key}`),
    );
    planned.set(entry.key, { entry, reservations, guestStays });
  }
  return [...planned.values()];
}

function spansOf(reservations: readonly Reservation[]): DaySpan[] {
  return reservations.map(({ span }) => span);
}
