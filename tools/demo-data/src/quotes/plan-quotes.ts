import { addDays } from '@keyhaven/stays/calendar-date';
import type { PlannedBooking, PlannedProperty, PlannedQuote } from '../demo-plan';
import { findFreeStay } from '../first-start/free-stay';

const NIGHTS = 4;
/** Quotes are for stays that begin so many days after the first day, or later. */
const DAYS_AHEAD = 30;

/** What becomes of each quote: one stays open, one holds its nights until tomorrow, three have found their end. */
const fates = ['open', 'held', 'accepted', 'preempted', 'expired'] as const;

/** A quote for each of some properties, for nights that nobody has. */
export function planQuotes(
  firstDay: string,
  bookings: readonly PlannedBooking[],
  properties: readonly PlannedProperty[],
): PlannedQuote[] {
  const houses = new Set(properties.map(({ partOf }) => partOf));
  const free = properties.filter(
    ({ key, partOf, body }) => partOf === null && !houses.has(key) && body.active !== false && body.is_snoozed !== true,
  );
  return fates.map((fate, index) => {
    const property = free[index * 2]!;
    const taken = bookings.filter(({ property: key, body }) => key === property.key && body.status !== 'canceled');
    const stay = findFreeStay(
      taken.map(({ body }) => ({ arrival: body.arrival, departure: body.departure })),
      addDays(firstDay, DAYS_AHEAD),
      NIGHTS,
    );
    const guest = taken.find((booking) => booking.guest !== null)?.guest ?? null;
    return {
      key: fate,
      fate,
      property: property.key,
      guest,
      body: { ...stay, adults: 2, hold_dates: fate === 'held', ignore_rules: true },
    };
  });
}
