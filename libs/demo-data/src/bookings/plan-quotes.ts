import { addDays } from '@keyhaven/stays/calendar-date';
import type { PlannedBooking, PlannedQuote } from '../plan/demo-plan';
import { findFreeStay } from '../plan/free-stay';
import { isOnSale, portfolio } from '../plan/portfolio';

/**
 * NIGHTS is the number of nights of each quote. DAYS_AHEAD is the minimum number of days from the
 * demo's first day to the arrival of a quote.
 */
const NIGHTS = 4;
const DAYS_AHEAD = 30;

/**
 * Plans one quote for each outcome that the demo shows: the `fate` of a PlannedQuote. Each quote is for free nights at
 * a different property.
 */
export function planQuotes(firstDay: string, bookings: readonly PlannedBooking[]): PlannedQuote[] {
  const houses = new Set(portfolio.map(({ partOf }) => partOf));
  const free = portfolio.filter((entry) => entry.partOf === null && !houses.has(entry.key) && isOnSale(entry));
  return (['open', 'held', 'accepted', 'preempted', 'expired'] as const).map((fate, index) => {
    const property = free[index * 2]!.key;
    const taken = bookings.filter((booking) => booking.property === property && booking.body.status !== 'canceled');
    const stays = taken.map(({ body }) => body);
    const stay = findFreeStay(stays, addDays(firstDay, DAYS_AHEAD), NIGHTS);
    const guest = taken.find((booking) => booking.guest !== null)?.guest ?? null;
    const body = { ...stay, adults: 2, hold_dates: fate === 'held', ignore_rules: true };
    return { key: fate, fate, property, guest, body };
  });
}
