import type { DemoPeriod } from '../plan/demo-period';
import type { SeededRandom } from '../plan/seeded-random';

export const MINUTES_A_DAY = 1440;
/**
 * On the day before the demo's first day, the last hour (UTC) in which bookings are made. At this hour, the first day
 * has not begun in any time zone.
 */
const LAST_HOUR_OF_YESTERDAY = 8;

/** The number of days from the booking to the arrival, as ranges, and the percentage of guests in each range. */
const leads = { lastMinute: [1, 7], weeks: [8, 30], months: [31, 90], early: [91, 240] } as const;
const leadWeights = { lastMinute: 20, weeks: 32, months: 30, early: 18 };

/**
 * Draws the time at which a stay was booked, in minutes since 1970-01-01 UTC. The time is before
 * the arrival, within the demo period, and before the demo's first day.
 * @param isRecent whether the stay was booked on one of the two days before the demo's first day.
 */
export function drawBookedMinute(
  arrival: number,
  { from, today }: DemoPeriod,
  random: SeededRandom,
  isRecent = false,
): number {
  const yesterday = today - 1;
  const [least, most] = leads[random.weighted(leadWeights)];
  const drawn = arrival - random.whole(least, most);
  // A drawn day before the period is replaced by a random day between the start of the period
  // and the arrival. Otherwise all these bookings would be made on the first day of the period.
  const wanted = drawn < from ? random.whole(from, arrival - 1) : drawn;
  const recently = yesterday - random.whole(0, isRecent ? 1 : 45);
  const day = Math.max(from, Math.min(isRecent || wanted > yesterday ? recently : wanted, arrival - 1));
  const hour = random.whole(0, day === yesterday ? LAST_HOUR_OF_YESTERDAY : 23);
  return day * MINUTES_A_DAY + hour * 60 + random.whole(0, 59);
}

/**
 * Draws the time at which a stay was canceled, in minutes since 1970-01-01 UTC. The time is after
 * the booking, before the arrival, and before the demo's first day.
 */
export function drawCanceledMinute(
  { bookedMinute, span }: { bookedMinute: number; span: { from: number } },
  { today }: DemoPeriod,
  random: SeededRandom,
): number {
  const last = Math.min(span.from * MINUTES_A_DAY, (today - 1) * MINUTES_A_DAY + (LAST_HOUR_OF_YESTERDAY + 2) * 60) - 1;
  return random.whole(bookedMinute + 1, Math.max(last, bookedMinute + 1));
}

/** Formats a minute since 1970-01-01 UTC as the contracts require. */
export function instantOfMinute(minute: number): string {
  return `${new Date(minute * 60_000).toISOString().slice(0, 19)}Z`;
}
