import fc from 'fast-check';
import { addDays } from './calendar-date';
import { linkName, nightKeys, nightOfKey } from './night-keys';
import { describeNights, nightCount, nightsOf } from './nights';

const stays = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 40 })).map(([start, length]) => ({
  arrival: addDays('2026-02-15', start),
  departure: addDays('2026-02-15', start + length),
}));
const days = fc.integer({ min: 0, max: 100 }).map((day) => addDays('2026-02-15', day));
const ids = fc.integer({ min: 1, max: 6 });

describe('the list of nights of a stay', () => {
  it('includes the arrival date but not the departure date', () => {
    expect(nightsOf({ arrival: '2026-12-30', departure: '2027-01-02' })).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
    ]);
  });

  it('is empty if the departure is not after the arrival', () => {
    expect(nightsOf({ arrival: '2026-07-02', departure: '2026-07-02' })).toEqual([]);
    expect(nightsOf({ arrival: '2026-07-02', departure: '2026-07-01' })).toEqual([]);
  });

  it('has the length that nightCount returns, also across clock changes', () => {
    fc.assert(fc.property(stays, (stay) => nightsOf(stay).length === nightCount(stay)));
  });

  it('is formatted with a range for consecutive nights', () => {
    expect(describeNights(['2026-07-03', '2026-07-01', '2026-07-02', '2026-07-09', '2026-07-09'])).toBe(
      '2026-07-01 to 2026-07-03, 2026-07-09',
    );
  });
});

describe('night keys (the unique index entries of booked nights)', () => {
  it('are shared by two stays if and only if the stays occupy the same night of the same or linked properties', () => {
    fc.assert(
      fc.property(
        stays,
        stays,
        ids,
        ids,
        fc.uniqueArray(fc.tuple(ids, ids)),
        days,
        (a, b, propertyA, propertyB, pairs, counts_from) => {
          const links = pairs.filter(([left, right]) => left !== right);
          const linkedTo = (property: number) =>
            [
              ...new Set(
                links.flatMap(([left, right]) => (left === property ? [right] : right === property ? [left] : [])),
              ),
            ].map((property_id) => ({ property_id, counts_from }));
          const keysOfA = new Set(nightKeys(propertyA, linkedTo(propertyA), a));
          const clash = nightKeys(propertyB, linkedTo(propertyB), b).some((key) => keysOfA.has(key));
          const nightsOfB = new Set(nightsOf(b));
          const shared = nightsOf(a).filter((night) => nightsOfB.has(night));
          const areLinked = linkedTo(propertyA).some(({ property_id }) => property_id === propertyB);
          const isShared = propertyA === propertyB ? shared.length > 0 : shared.some((night) => night >= counts_from);
          expect(clash).toBe(isShared && (propertyA === propertyB || areLinked));
        },
      ),
    );
  });

  it('contain the ids of linked properties in ascending order', () => {
    expect(linkName(9, 10)).toBe('9~10');
    expect(linkName(10, 9)).toBe('9~10');
  });

  it('begin with the date of the night', () => {
    expect(
      nightKeys(7, [{ property_id: 3, counts_from: '2026-01-01' }], {
        arrival: '2026-07-01',
        departure: '2026-07-02',
      }).map(nightOfKey),
    ).toEqual(['2026-07-01', '2026-07-01']);
  });
});
