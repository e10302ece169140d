import type { DemoPeriod } from '../plan/demo-period';
import { isOnSale } from '../plan/portfolio';
import { seededRandom } from '../plan/seeded-random';
import { drawParty, type StayDraft } from './draft-stays';
import { drawBookedMinute, MINUTES_A_DAY } from './draw-booked-minute';

/** How many bookings wait for their first payment on the demo's first day. */
const PENDING = 8;
/**
 * How many days pass before one channel receives the bookings of another channel. Until then, both
 * channels may accept bookings for the same nights.
 */
const UNAWARE_DAYS = 2;

/**
 * Whether a stay is active, begins in 14 to 85 days, and is at a property that accepts new
 * bookings.
 */
function isSoon({ entry, span, status }: StayDraft, { today }: DemoPeriod): boolean {
  const daysAhead = span.from - today;
  return daysAhead >= 14 && daysAhead <= 85 && status === 'active' && isOnSale(entry);
}

/**
 * Changes some direct bookings of the coming weeks to pending. These bookings were made in the two
 * days before the demo's first day, and wait for their first payment.
 */
export function markPending(drafts: readonly StayDraft[], period: DemoPeriod): StayDraft[] {
  const random = seededRandom('pending');
  const candidates = drafts.filter((draft) => isSoon(draft, period) && draft.channel === 'direct');
  const chosen = new Set(random.shuffled(candidates).slice(0, PENDING));
  return drafts.map((draft) =>
    chosen.has(draft)
      ? { ...draft, status: 'pending', bookedMinute: drawBookedMinute(draft.span.from, period, random, true) }
      : draft,
  );
}

/** Adds an overbooking: a stay that was booked on Booking.com for nights that were already booked on Airbnb. */
export function overbook(drafts: readonly StayDraft[], period: DemoPeriod): StayDraft[] {
  const random = seededRandom('overbooked');
  const candidates = drafts.filter((draft) => {
    const isLongAgo = draft.bookedMinute < (period.today - UNAWARE_DAYS - 2) * MINUTES_A_DAY;
    const isWholeHome = draft.entry.rhythm !== 'room' && draft.entry.rhythm !== 'house';
    return isSoon(draft, period) && isLongAgo && isWholeHome && draft.channel === 'airbnb';
  });
  const [first] = random.shuffled(candidates);
  if (!first) throw new Error('no stay of the coming weeks can be sold twice');
  const { entry, span, bookedMinute, turnover } = first;
  const second: StayDraft = {
    key: `${entry.key}/overbooked`,
    entry,
    span: { from: Math.min(span.from + 1, span.to - 1), to: span.to },
    status: 'active',
    channel: 'booking-com',
    party: drawParty(entry, random),
    bookedMinute: bookedMinute + UNAWARE_DAYS * MINUTES_A_DAY - random.whole(1, 600),
    turnover: { ...turnover, atArrival: false },
  };
  return [...drafts, second];
}
