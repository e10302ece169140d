import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import type { DemoPlan, PlannedBooking } from '../demo-plan';
import { planDemoData } from '../plan-demo-data';

/** First days that are edge cases: leap days, ends of years and months, and one in each season. */
export const firstDays = [
  '2028-02-29',
  '2027-02-28',
  '2027-03-01',
  '2026-12-31',
  '2027-01-01',
  '2026-05-31',
  '2026-08-15',
  '2026-11-21',
];

const plans = new Map<string, DemoPlan>();

/** The plan of a day, computed once a test file; tests must not change it. */
export function planOf(firstDay: string): DemoPlan {
  const plan = plans.get(firstDay) ?? planDemoData(firstDay);
  plans.set(firstDay, plan);
  return plan;
}

export const isGuestBooking = ({ body }: PlannedBooking) => body.is_block !== true && body.type !== 'owner';
export const isCanceled = ({ body }: PlannedBooking) => body.status === 'canceled';

/** The days from the first day to the arrival; negative when it is past. */
export function daysAhead(plan: DemoPlan, { body }: PlannedBooking): number {
  return dayNumber(body.arrival) - dayNumber(plan.firstDay);
}

/** Each night that is taken, as `property date`, with the keys of all bookings that take it. */
export function takenNights(plan: DemoPlan): Map<string, string[]> {
  const taken = new Map<string, string[]>();
  for (const booking of plan.bookings.filter((one) => !isCanceled(one))) {
    for (let day = dayNumber(booking.body.arrival); day < dayNumber(booking.body.departure); day += 1) {
      const night = `${booking.property} ${dateOfDay(day)}`;
      taken.set(night, [...(taken.get(night) ?? []), booking.key]);
    }
  }
  return taken;
}
