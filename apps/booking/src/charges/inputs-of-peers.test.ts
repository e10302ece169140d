import { quoteCreation } from '@keyhaven/contracts/booking/quote-input';
import { stayOfDefinitions } from '@keyhaven/contracts/fees/internal-contract';
import { stayToPrice } from '@keyhaven/contracts/pricing/internal-contract';
import { FIRST_DATE, LAST_DATE } from '@keyhaven/contracts/shared/dates';
import { addDays } from '@keyhaven/stays/calendar-date';
import { MAX_NIGHTS } from '@keyhaven/stays/nights';
import fc from 'fast-check';
import { stayFaults } from '../bookings/domain/stay-rules';

const aDate = fc.oneof(
  fc.constantFrom(FIRST_DATE, LAST_DATE, addDays(LAST_DATE, -MAX_NIGHTS), addDays(LAST_DATE, -MAX_NIGHTS - 1)),
  fc.date({ min: new Date(FIRST_DATE), max: new Date(LAST_DATE), noInvalidDate: true }).map(dayOf),
);
const aStay = fc.oneof(
  fc.record({ arrival: aDate, departure: aDate }),
  fc
    .record({ arrival: aDate, nights: fc.constantFrom(-1, 0, 1, MAX_NIGHTS - 1, MAX_NIGHTS, MAX_NIGHTS + 1) })
    .map(({ arrival, nights }) => ({ arrival, departure: addDays(arrival, nights) })),
);
const anId = fc.oneof(fc.constantFrom(1, Number.MAX_SAFE_INTEGER), fc.integer({ min: 1 }));
const aCode = fc.option(fc.oneof(fc.string({ maxLength: 110 }), fc.constantFrom('x'.repeat(100), '😀'.repeat(50))));

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

describe('pricing and fees', () => {
  // If pricing or fees refused one of these values, the client would get a 503, although repeating
  // the request would not help.
  it('accept every stay and discount code that the booking service accepts from clients', () => {
    let accepted = 0;
    fc.assert(
      fc.property(aStay, anId, aCode, (dates, property_id, discount_code) => {
        const { success, data } = quoteCreation.safeParse({ property_id, ...dates, discount_code });
        if (!success || stayFaults(data).length > 0) return;
        accepted++;
        const stay = { user_id: 1, property_id: data.property_id };
        stayToPrice.parse({ ...stay, arrival: data.arrival, departure: data.departure });
        stayOfDefinitions.parse({ ...stay, discount_code: data.discount_code?.trim() || null });
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('get no stay with dates that pricing would refuse, because the booking service refuses such dates first', () => {
    const stay = { user_id: 1, property_id: 1, arrival: '2030-07-08' };
    for (const departure of ['2030-07-08', '2030-07-05', addDays(stay.arrival, MAX_NIGHTS + 1)]) {
      expect(stayFaults({ ...stay, departure })).toHaveLength(1);
      expect(stayToPrice.safeParse({ ...stay, departure }).success).toBe(false);
    }
  });
});
