import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { casesOf } from '@keyhaven/testing/sample';
import type { DemoPlan, PlannedBooking } from '../plan/demo-plan';
import { planDemoData } from '../plan-demo-data';

/** The first day for tests that need only one. */
export const leapDay = '2028-02-29';

/** First days that are edge cases: leap days, ends of years and months, and one day in each season. */
export const firstDays = casesOf(
  [leapDay, '2027-02-28', '2027-03-01', '2026-12-31', '2027-01-01', '2026-05-31', '2026-08-15', '2026-11-21'],
  2,
);

const plans = new Map<string, DemoPlan>();

/** Returns the plan of a day, computed once per test file. Tests must not change it. */
export function planOf(firstDay: string): DemoPlan {
  const plan = plans.get(firstDay) ?? planDemoData(firstDay);
  plans.set(firstDay, plan);
  return plan;
}

export const isGuestBooking = ({ body }: PlannedBooking) => body.is_block !== true && body.type !== 'owner';
export const isCanceled = ({ body }: PlannedBooking) => body.status === 'canceled';

/** The number of days from the first day to the arrival. Negative if the arrival is in the past. */
export function daysAhead(plan: DemoPlan, { body }: PlannedBooking): number {
  return dayNumber(body.arrival) - dayNumber(plan.firstDay);
}

/** Returns the occupied nights, as `property date`, each with the keys of all bookings that occupy it. */
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
