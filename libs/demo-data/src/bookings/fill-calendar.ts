import { type DaySpan, overlaps, weekdayOf } from '../plan/demo-period';
import { type Rhythm, rhythms } from '../plan/portfolio';
import type { SeededRandom } from '../plan/seeded-random';

/**
 * SAME_DAY is the probability that the next guests arrive on the day of departure. ONE_NIGHT is the
 * probability that exactly one night stays empty between two stays.
 */
const SAME_DAY = 0.4;
const ONE_NIGHT = 0.13;

/**
 * Draws the stays at one property from day to day, with turnovers and gaps between them. Days that are already taken
 * are skipped.
 * @param offer the days on which the property can be booked.
 * @param demand returns the probability that the night of a day is booked.
 */
export function fillCalendar(
  { rhythm, offer, taken }: { rhythm: Rhythm; offer: DaySpan; taken: readonly DaySpan[] },
  demand: (day: number) => number,
  random: SeededRandom,
): DaySpan[] {
  const stays: DaySpan[] = [];
  let day = offer.from + random.whole(1, 4);
  while (day < offer.to) {
    const wanted = { from: day, to: day + drawStayLength(rhythm, weekdayOf(day), random) };
    const obstacle = taken.filter((span) => overlaps(span, wanted)).sort((a, b) => a.from - b.from)[0];
    const end = Math.min(wanted.to, obstacle?.from ?? wanted.to, offer.to);
    if (end - day >= rhythms[rhythm].shortest) {
      stays.push({ from: day, to: end });
      day = end + drawGap(end - day, demand(end), rhythm, end, random);
    } else {
      day = Math.max(obstacle?.to ?? offer.to, day + 1);
    }
  }
  return stays;
}

/** Draws the number of nights of a stay. @param weekday the weekday of its arrival; 0 is Sunday. */
function drawStayLength(rhythm: Rhythm, weekday: number, random: SeededRandom): number {
  const { friday, saturday, otherDays, longStays } = rhythms[rhythm];
  if (random.chance(longStays)) return random.whole(18, 30);
  return random.pick(weekday === 5 ? friday : weekday === 6 ? saturday : otherDays);
}

/** Draws the number of empty nights after a stay, so that on average the share of booked nights equals `demand`. */
function drawGap(nights: number, demand: number, rhythm: Rhythm, day: number, random: SeededRandom): number {
  const mean = (nights * (1 - demand)) / demand;
  const kind = random.fraction();
  if (kind < SAME_DAY && demand > 0.15) return 0;
  if (kind < SAME_DAY + ONE_NIGHT) return 1;
  const meanOfOthers = (mean - ONE_NIGHT) / (1 - SAME_DAY - ONE_NIGHT);
  const gap = Math.max(1, Math.round(meanOfOthers * (0.4 + 1.2 * random.fraction())));
  if (gap < 3) return gap;
  const around = [gap, gap + 1, gap - 1, gap + 2, gap - 2];
  return around.find((length) => rhythms[rhythm].arrivalDays.includes(weekdayOf(day + length))) ?? gap;
}
