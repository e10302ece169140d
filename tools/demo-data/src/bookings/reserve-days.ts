import type { DaySpan, DemoPeriod } from '../demo-period';
import type { PortfolioEntry } from '../properties/portfolio-entry';
import type { SeededRandom } from '../random/seeded-random';
import { type BlockReason, blockReasons } from './block-reasons';

/** Days that guests cannot have. */
export type Reservation = { span: DaySpan } & ({ use: 'owner' } | { use: 'block'; reason: BlockReason });

interface Window {
  use: Reservation['use'];
  /** Days from the first day between which it begins. */
  earliest: number;
  latest: number;
  /** How many properties of a hundred have one. */
  often: number;
}

/** Far enough apart that no reservation of one window meets one of the next. */
const windows: readonly Window[] = [
  { use: 'block', earliest: -345, latest: -270, often: 70 },
  { use: 'owner', earliest: -255, latest: -190, often: 65 },
  { use: 'block', earliest: -175, latest: -120, often: 45 },
  { use: 'owner', earliest: -105, latest: -40, often: 55 },
  { use: 'block', earliest: -3, latest: 3, often: 14 },
  { use: 'owner', earliest: 10, latest: 42, often: 60 },
  { use: 'block', earliest: 55, latest: 80, often: 45 },
  { use: 'owner', earliest: 150, latest: 190, often: 35 },
  { use: 'block', earliest: 220, latest: 250, often: 30 },
];

const LONGEST_OWNER_STAY = 10;

/**
 * The owner's own stays at a property, and the days on which something is done to it.
 * @param ordinal the place of the property in the portfolio: spreads what some have evenly over all.
 */
export function reserveDays(
  entry: PortfolioEntry,
  ordinal: number,
  offer: DaySpan,
  { today }: DemoPeriod,
  random: SeededRandom,
): Reservation[] {
  return windows.flatMap(({ use, earliest, latest, often }, index): Reservation[] => {
    // 37 and 100 have no common divisor: every hundred properties each hundredth part comes once.
    const isOneOfThem = (ordinal * 37 + index * 61) % 100 < often;
    if (!isOneOfThem || (use === 'owner' && entry.owner === null)) return [];
    const from = today + random.whole(earliest, latest);
    const reason = random.pick(blockReasons);
    const nights = use === 'owner' ? random.whole(3, LONGEST_OWNER_STAY) : reason.nights;
    const span = { from, to: from + nights };
    if (span.from < offer.from || span.to > offer.to) return [];
    return [use === 'owner' ? { use, span } : { use, span, reason }];
  });
}
