import type { DemoPeriod } from '../demo-period';
import type { SeededRandom } from '../random/seeded-random';

const MINUTES_A_DAY = 1440;
/**
 * On the day before the first day nothing is booked later than this in UTC: by then the first day has begun nowhere
 * yet, so that wherever the platform starts, all bookings were made before.
 */
const LAST_HOUR_OF_YESTERDAY = 8;

/** How long before arrival guests book, in days, and how many of a hundred do. */
const leads = {
  lastMinute: { from: 1, to: 7 },
  weeks: { from: 8, to: 30 },
  months: { from: 31, to: 90 },
  early: { from: 91, to: 240 },
};
const leadWeights = { lastMinute: 20, weeks: 32, months: 30, early: 18 };

/**
 * When a stay was booked: before its arrival, in the period, and before the first day.
 * @param isRecent in the last two days before it.
 */
export function drawBookedMinute(
  arrival: number,
  { from, today }: DemoPeriod,
  random: SeededRandom,
  isRecent = false,
): number {
  const yesterday = today - 1;
  const lead = leads[random.weighted(leadWeights)];
  const drawn = arrival - random.whole(lead.from, lead.to);
  // Before the period there was nothing to book: those come in its beginning, not all on its first day.
  const wanted = drawn < from ? random.whole(from, arrival - 1) : drawn;
  const recently = yesterday - random.whole(0, isRecent ? 1 : 45);
  const day = Math.max(from, Math.min(isRecent || wanted > yesterday ? recently : wanted, arrival - 1));
  const hour = day === yesterday ? random.whole(0, LAST_HOUR_OF_YESTERDAY) : random.whole(0, 23);
  return day * MINUTES_A_DAY + hour * 60 + random.whole(0, 59);
}

/** When a stay was canceled: after it was booked, before its arrival, and before the first day. */
export function drawCanceledMinute(
  { bookedMinute, span }: { bookedMinute: number; span: { from: number } },
  { today }: DemoPeriod,
  random: SeededRandom,
): number {
  const last = Math.min(span.from * MINUTES_A_DAY, (today - 1) * MINUTES_A_DAY + (LAST_HOUR_OF_YESTERDAY + 2) * 60) - 1;
  return random.whole(bookedMinute + 1, Math.max(last, bookedMinute + 1));
}

/** The instant in the form of the contracts. */
export function instantOfMinute(minute: number): string {
  return `${new Date(minute * 60_000).toISOString().slice(0, 19)}Z`;
}
