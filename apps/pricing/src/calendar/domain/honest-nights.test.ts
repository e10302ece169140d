import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { nightsOf, type Stay } from '@keyhaven/stays/nights';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import { anyCalendarSources, REACH_DAYS } from '../../testing/any-calendar-sources';
import { computeNights } from './compute-nights';
import { judgeStay } from '../../stays/domain/judge-stay';
import { hasGaps, requiredGap } from '../../nights/domain/occupied-nights';
import type { CalendarSources } from '../../nights/domain/calendar-sources';
import type { Night } from './night';

/** KEYHAVEN_CASES=20000 runs more cases. This takes some minutes. */
const numRuns = Number(process.env.KEYHAVEN_CASES ?? times(200, 50));
const FIRST_DAY = -5;
const LAST_DAY = REACH_DAYS + 4;
/**
 * The last departure that the model has to try: without a booking window, the generated stays have
 * at most four nights.
 */
const LAST_DEPARTURE = LAST_DAY + 4;

/**
 * A slow and simple model: calls judgeStay for every stay that arrives no later than on the last
 * requested night.
 */
function nightsOfSellableStays(sources: CalendarSources): Set<string> {
  const nights = new Set<string>();
  for (let day = -1; day <= LAST_DAY; day++) {
    const arrival = addDays(sources.now.date, day);
    for (let length = 1; length <= LAST_DEPARTURE - day; length++) {
      const stay = { arrival, departure: addDays(arrival, length) };
      if (canBeSold(sources, stay)) nightsOf(stay).forEach((night) => nights.add(night));
    }
  }
  return nights;
}

function canBeSold(sources: CalendarSources, stay: Stay): boolean {
  const { takenNights, unpricedNights, brokenRules } = judgeStay(sources, stay);
  return takenNights.length + unpricedNights.length + brokenRules.length === 0;
}

/** Computes from the model which status a vacant night must have, and whether the night must disallow stays. */
function expectedSale(sources: CalendarSources, night: string, sellable: Set<string>, sellableAlone: Set<string>) {
  const gap = requiredGap(sources.property);
  const nearStay = sources.occupancies.some((record) => {
    const nightsBetween =
      night < record.arrival
        ? dayNumber(record.arrival) - dayNumber(night) - 1
        : dayNumber(night) - dayNumber(record.departure);
    return hasGaps(record) && nightsBetween < gap;
  });
  if (night < sources.now.date) return { status: 'available', isDisallowed: true };
  if (nearStay) return { status: 'gap', gapType: 'required', isDisallowed: !sellableAlone.has(night) };
  if (sellable.has(night)) return { status: 'available', isDisallowed: false };
  if (sellableAlone.has(night)) return { status: 'gap', gapType: 'orphan', isDisallowed: false };
  return { status: 'available', isDisallowed: true };
}

function answeredNights(sources: CalendarSources): Night[] {
  return computeNights(sources, addDays(sources.now.date, FIRST_DAY), addDays(sources.now.date, LAST_DAY));
}

describe('a night of the calendar', () => {
  it('can be booked if and only if one adult can book a stay that includes the night, and is an orphan if only other stays prevent such a stay', () => {
    fc.assert(
      fc.property(anyCalendarSources, (sources) => {
        const sellable = nightsOfSellableStays(sources);
        const sellableAlone = nightsOfSellableStays({ ...sources, occupancies: [] });
        for (const { date, status, gap_type, rules } of answeredNights(sources)) {
          if (sources.occupancies.some(({ arrival, departure }) => date >= arrival && date < departure)) {
            expect(['booked', 'blocked', 'unavailable']).toContain(status);
            continue;
          }
          expect({ date, status, gapType: gap_type, isDisallowed: rules?.is_stay_disallowed ?? false }).toEqual({
            date,
            gapType: undefined,
            ...expectedSale(sources, date, sellable, sellableAlone),
          });
        }
      }),
      { numRuns },
    );
  });

  it('does not depend on the requested range', () => {
    fc.assert(
      fc.property(
        anyCalendarSources,
        fc.integer({ min: FIRST_DAY, max: LAST_DAY }),
        fc.nat({ max: 8 }),
        (sources, start, length) => {
          const [from, to] = [addDays(sources.now.date, start), addDays(sources.now.date, start + length)];
          const whole = answeredNights(sources).filter(({ date }) => date >= from && date <= to);
          const ofRange = computeNights(sources, from, to);
          expect(ofRange.slice(0, whole.length)).toEqual(whole);
        },
      ),
      { numRuns },
    );
  });

  it('has min_nights equal to the length of the shortest allowed stay that arrives on the date of the night', () => {
    fc.assert(
      fc.property(anyCalendarSources, (sources) => {
        const breaksMinimum = (arrival: string, nights: number) =>
          judgeStay(sources, { arrival, departure: addDays(arrival, nights) }).brokenRules.some(
            ({ rule }) => rule === 'min_nights',
          );
        for (const { date, status, rules } of answeredNights(sources)) {
          if (date < sources.now.date || status !== 'available') continue;
          const minNights = rules?.min_nights ?? 1;
          expect(breaksMinimum(date, minNights)).toBe(false);
          if (minNights > 1) expect(breaksMinimum(date, minNights - 1)).toBe(true);
        }
      }),
      { numRuns },
    );
  });
});

describe('the rule of required gaps', () => {
  it('is broken if and only if a gap is shorter than the greater of required_gap_before and required_gap_after', () => {
    fc.assert(
      fc.property(
        anyCalendarSources,
        fc.integer({ min: 0, max: LAST_DAY }),
        fc.integer({ min: 1, max: 6 }),
        (sources, start, length) => {
          const stay = {
            arrival: addDays(sources.now.date, start),
            departure: addDays(sources.now.date, start + length),
          };
          const { requiredGapBefore, requiredGapAfter } = sources.property;
          const isTooNear = sources.occupancies.filter(hasGaps).some(({ arrival, departure }) => {
            if (departure <= stay.arrival)
              return dayNumber(stay.arrival) - dayNumber(departure) < Math.max(requiredGapAfter, requiredGapBefore);
            return (
              arrival >= stay.departure &&
              dayNumber(arrival) - dayNumber(stay.departure) < Math.max(requiredGapAfter, requiredGapBefore)
            );
          });
          const judgement = judgeStay(sources, stay);
          fc.pre(judgement.takenNights.length === 0);
          expect(judgement.brokenRules.some(({ rule }) => rule === 'required_gap')).toBe(isTooNear);
        },
      ),
      { numRuns },
    );
  });
});
