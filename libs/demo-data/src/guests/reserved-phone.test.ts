import { seededRandom } from '../plan/seeded-random';
import { firstDays, planOf } from '../testing/plans';
import { people } from './invite-guests';
import { reservedPhone } from './reserved-phone';

/** The ranges of telephone numbers that regulators reserve for fiction. */
const reservedRanges = [
  /^\+1 [2-9]\d{2} 555 01\d{2}$/,
  /^\+44 1632 960\d{3}$/,
  /^\+44 7700 900\d{3}$/,
  /^\+353 20 91\d \d{4}$/,
  /^\+61 [2378] 5550 \d{4}$/,
  /^\+49 (30 23125|40 66969|69 90009|89 99998|221 4710) \d{3}$/,
  /^\+46 70 174 06 (0[5-9]|[1-9]\d)$/,
];
const isReserved = (number: string) => reservedRanges.some((range) => range.test(number));

describe('the telephone numbers of guests', () => {
  it('are all in ranges that are reserved for fiction', () => {
    const numbers = planOf(firstDays[0]!).guests.flatMap(({ body }) => body.phones?.map(({ number }) => number) ?? []);
    expect(numbers.length).toBeGreaterThan(200);
    expect(numbers.filter((number) => !isReserved(number))).toEqual([]);
  });

  it.each(Object.entries(people.homes))('are reserved for fiction, or null, in every town of %s', (home, { towns }) => {
    const random = seededRandom(home);
    const numbers = towns.flatMap(([, , , areaCode = '']) =>
      Array.from({ length: 50 }, () => reservedPhone(home, areaCode, random)),
    );
    expect(numbers.filter((number) => number !== null && !isReserved(number))).toEqual([]);
  });
});
