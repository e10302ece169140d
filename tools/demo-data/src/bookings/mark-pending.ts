import type { DemoPeriod } from '../demo-period';
import { seededRandom } from '../random/seeded-random';
import { drawBookedMinute } from './draw-booked-minute';
import type { StayDraft } from './stay-draft';

/** How many bookings wait for the first payment on the first day, and how soon their guests arrive. */
const PENDING = 8;
const EARLIEST_DAYS = 14;
const LATEST_DAYS = 85;

/** Turns some direct bookings of the coming weeks into ones that were made just now, and wait for the first payment. */
export function markPending(drafts: readonly StayDraft[], period: DemoPeriod): StayDraft[] {
  const random = seededRandom('pending');
  const candidates = drafts.filter(({ entry, span, status, channel }) => {
    const ahead = span.from - period.today;
    const isSoon = ahead >= EARLIEST_DAYS && ahead <= LATEST_DAYS;
    return isSoon && status === 'active' && channel === 'direct' && entry.state === undefined;
  });
  const chosen = new Set(random.shuffled(candidates).slice(0, PENDING));
  return drafts.map((draft) =>
    chosen.has(draft)
      ? { ...draft, status: 'pending', bookedMinute: drawBookedMinute(draft.span.from, period, random, true) }
      : draft,
  );
}
