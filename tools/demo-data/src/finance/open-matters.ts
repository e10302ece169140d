import { addDays } from '@keyhaven/stays/calendar-date';
import type { PlannedBooking } from '../demo-plan';
import { seededRandom } from '../random/seeded-random';
import { canceledOn, type OpenMatter } from './plan-payments';

/** What stands out lies no longer back than so many days. */
const DAYS_BACK = 60;
const MISSING: readonly OpenMatter[] = ['balance missing', 'nothing paid', 'balance missing', 'balance missing'];

/** The few bookings by key whose money is not in order: past stays that are not paid, and one that was paid too late. */
export function planOpenMatters(bookings: readonly PlannedBooking[], firstDay: string): Map<string, OpenMatter> {
  const since = addDays(firstDay, -DAYS_BACK);
  const random = seededRandom('open-matters');
  const direct = bookings.filter(({ body, charges }) => charges.length > 0 && !body.channel);
  const past = direct.filter(
    ({ body }) => body.status === 'active' && body.departure >= since && body.departure < firstDay,
  );
  const canceled = direct.filter(({ body }) => {
    const day = canceledOn(body);
    // It was paid back before the first day, and the late payment came in between.
    return body.status === 'canceled' && day >= since && day < addDays(firstDay, -2);
  });
  return new Map([
    ...random
      .shuffled(past)
      .slice(0, MISSING.length)
      .map(({ key }, index) => [key, MISSING[index]!] as const),
    ...random
      .shuffled(canceled)
      .slice(0, 1)
      .map(({ key }) => [key, 'paid too late'] as const),
  ]);
}
