import { addDays } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import { groupStays } from './group-stays';

const stay = fc
  .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 120 }))
  .map(([day, nights]) => ({ arrival: addDays('2030-01-01', day), departure: addDays('2030-01-01', day + nights) }));

describe('groupStays', () => {
  it('begins a new group if and only if more than 60 nights before a stay are vacant', () => {
    fc.assert(
      fc.property(fc.array(stay, { maxLength: 20 }), (stays) => {
        const groups = groupStays(stays);
        expect(new Set(groups.flat())).toEqual(new Set(stays));
        expect(groups.flat()).toHaveLength(stays.length);
        let reach: string | undefined;
        for (const group of groups) {
          for (const [index, { arrival, departure }] of group.entries()) {
            if (reach !== undefined) expect(arrival > addDays(reach, 60)).toBe(index === 0);
            if (reach === undefined || departure > reach) reach = departure;
          }
        }
      }),
    );
  });
});
