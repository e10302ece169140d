import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { casesOf } from '@keyhaven/testing/sample';
import type { DemoPlan, PlannedBooking } from '../plan/demo-plan';
import { planDemoData } from '../plan-demo-data';

/** The first day of the demo in tests that need only one. */
export const leapDay = '2028-02-29';

/**
 * First days for tests, mostly edge cases: leap days, the ends of years and months, and a day in
 * each season.
 */
export const firstDays = casesOf(
  [leapDay, '2027-02-28', '2027-03-01', '2026-12-31', '2027-01-01', '2026-05-31', '2026-08-15', '2026-11-21'],
  2,
);

const plans = new Map<string, DemoPlan>();

/**
 * Returns the plan for a first day. It is computed once per test file, so tests must not change it.
 */
export function planOf(firstDay: string): DemoPlan {
  const plan = plans.get(firstDay) ?? planDemoData(firstDay);
  plans.set(firstDay, plan);
  return plan;
}

export const isGuestBooking = ({ body }: PlannedBooking) => body.is_block !== true && body.type !== 'owner';
export const isCanceled = ({ body }: PlannedBooking) => body.status === 'canceled';

/** The number of days from the demo's first day to the arrival. Negative if the arrival is earlier. */
export function daysAhead(plan: DemoPlan, { body }: PlannedBooking): number {
  return dayNumber(body.arrival) - dayNumber(plan.firstDay);
}

/**
 * Returns the occupied nights. The key is `property date`, the value is the list of the keys of all
 * bookings that occupy the night. Canceled bookings occupy no night.
 */
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
