import type { Rhythm } from '../properties/portfolio-entry';
import type { SeededRandom } from '../random/seeded-random';

type Lengths = readonly number[];

interface RhythmLengths {
  /** Nights of stays that begin on a Friday, on a Saturday, and on other days; each as likely as the other. */
  friday: Lengths;
  saturday: Lengths;
  otherDays: Lengths;
  /** Fewer nights are not let, however short the gap. */
  shortest: number;
  /** Weekdays on which stays like to begin, after a gap; 0 is Sunday. */
  arrivalDays: readonly number[];
  /** How likely a stay is one of several weeks. */
  longStays: number;
}

export const rhythms: Record<Rhythm, RhythmLengths> = {
  city: {
    friday: [2, 3, 3, 4, 5, 7],
    saturday: [2, 3, 5, 7, 7],
    otherDays: [3, 3, 4, 5, 5, 6, 7, 9],
    shortest: 1,
    arrivalDays: [4, 5],
    longStays: 0.03,
  },
  country: {
    friday: [2, 3, 3, 7, 9, 10],
    saturday: [5, 7, 7, 7],
    otherDays: [4, 4, 5, 6, 7, 9],
    shortest: 2,
    arrivalDays: [5, 6, 1],
    longStays: 0.01,
  },
  holiday: {
    friday: [4, 7, 7, 8, 10],
    saturday: [7, 7, 7, 10, 14],
    otherDays: [5, 6, 7, 7, 8, 10],
    shortest: 3,
    arrivalDays: [6],
    longStays: 0.02,
  },
  room: {
    friday: [2, 2, 3, 3],
    saturday: [1, 2, 4, 5],
    otherDays: [1, 2, 3, 4, 5, 6],
    shortest: 1,
    arrivalDays: [5, 6],
    longStays: 0,
  },
  house: {
    friday: [2, 3, 3, 4],
    saturday: [2, 5, 7],
    otherDays: [3, 4, 4, 5],
    shortest: 2,
    arrivalDays: [5],
    longStays: 0,
  },
};

/** How many nights a stay has that begins on the weekday (0 is Sunday). */
export function drawStayLength(rhythm: Rhythm, weekday: number, random: SeededRandom): number {
  const { friday, saturday, otherDays, longStays } = rhythms[rhythm];
  if (random.chance(longStays)) return random.whole(18, 30);
  return random.pick(weekday === 5 ? friday : weekday === 6 ? saturday : otherDays);
}
