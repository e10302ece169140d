import type { DemoPeriod } from '../demo-period';
import { seededRandom } from '../random/seeded-random';
import { drawParty } from './draw-party';
import type { StayDraft } from './stay-draft';

const MINUTES_A_DAY = 1440;
const EARLIEST_DAYS = 14;
const LATEST_DAYS = 85;
/** For so many days one channel did not hear what the other had sold. */
const DEAF_DAYS = 2;

/** Adds a stay that a second channel sold on nights that the first had sold already: its nights stay in question. */
export function overbook(drafts: readonly StayDraft[], period: DemoPeriod): StayDraft[] {
  const random = seededRandom('overbooked');
  const candidates = drafts.filter(({ entry, span, status, channel, bookedMinute }) => {
    const ahead = span.from - period.today;
    const isSoon = ahead >= EARLIEST_DAYS && ahead <= LATEST_DAYS;
    const isLongAgo = bookedMinute < (period.today - DEAF_DAYS - 2) * MINUTES_A_DAY;
    const isWholeHome = entry.rhythm !== 'room' && entry.rhythm !== 'house';
    return (
      isSoon && isLongAgo && isWholeHome && status === 'active' && channel === 'airbnb' && entry.state === undefined
    );
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
    bookedMinute: bookedMinute + DEAF_DAYS * MINUTES_A_DAY - random.whole(1, 600),
    turnover: { ...turnover, atArrival: false },
  };
  return [...drafts, second];
}
