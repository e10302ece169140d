import type { DemoPeriod } from '../demo-period';
import type { PlannedBooking, PlannedGuest } from '../demo-plan';
import { assignGuests } from '../guests/assign-guests';
import { owners } from '../guests/owners';
import type { PortfolioEntry } from '../properties/portfolio-entry';
import { draftStays } from './draft-stays';
import { guestBooking } from './guest-booking';
import { markPending } from './mark-pending';
import { overbook } from './overbook';
import { planOccupation } from './plan-occupation';
import { reservationBooking } from './reservation-booking';

/** All bookings in the order in which they were made, and everyone who has one. */
export function planBookings(
  portfolio: readonly PortfolioEntry[],
  period: DemoPeriod,
): { bookings: PlannedBooking[]; guests: PlannedGuest[] } {
  const occupations = planOccupation(portfolio, period);
  const drafts = occupations.flatMap((occupation) => draftStays(occupation, period));
  const { stays, guests } = assignGuests(overbook(markPending(drafts, period), period));
  const reserved = occupations.flatMap(({ entry, reservations }) =>
    reservations.map((reservation, index) => reservationBooking(entry, reservation, index + 1, period)),
  );
  const bookings = [...stays.map((stay) => guestBooking(stay, period)), ...reserved];
  return { bookings: bookings.sort(byBookedTime), guests: [...owners, ...guests] };
}

function byBookedTime(a: PlannedBooking, b: PlannedBooking): number {
  const order = (booking: PlannedBooking) => `${booking.body.booked_utc} ${booking.key}`;
  return order(a) < order(b) ? -1 : 1;
}
