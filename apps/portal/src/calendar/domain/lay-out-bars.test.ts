import { addDays } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import { layOutBars, type Stay } from './lay-out-bars';

const range = { from: '2030-03-01', days: 4 };
const stay = (id: number, arrival: string, departure: string): Stay => ({ id, arrival, departure });
const room = (halves: number) => ({ kind: 'room', halves });
const bar = (halves: number, booked: Stay, cut: 'start' | 'end' | 'none' = 'none') => ({
  kind: 'bar',
  halves,
  stay: booked,
  isCutAtStart: cut === 'start',
  isCutAtEnd: cut === 'end',
});

it('on a turnover day, the bar of one stay ends at midday, and the bar of the next stay begins there', () => {
  const [first, second] = [stay(1, '2030-03-01', '2030-03-02'), stay(2, '2030-03-02', '2030-03-04')];
  expect(layOutBars([second, first], range)).toEqual([[room(1), bar(2, first), bar(4, second), room(1)]]);
});

it('bars of stays that begin before the chart or end after it are cut off', () => {
  const [before, after] = [stay(1, '2030-02-20', '2030-03-01'), stay(2, '2030-03-04', '2030-03-20')];
  expect(layOutBars([before, after], range)).toEqual([[bar(1, before, 'start'), room(6), bar(1, after, 'end')]]);
});

it('stays that share a night are in different lanes (rows)', () => {
  const [one, other] = [stay(1, '2030-03-01', '2030-03-03'), stay(2, '2030-03-02', '2030-03-04')];
  expect(layOutBars([one, other], range)).toEqual([
    [room(1), bar(4, one), room(3)],
    [room(3), bar(4, other), room(1)],
  ]);
});

it('stays outside the chart have no bar', () => {
  expect(layOutBars([stay(1, '2030-02-20', '2030-02-28'), stay(2, '2030-03-05', '2030-03-06')], range)).toEqual([]);
});

it('each lane has the length of the chart, and each stay that overlaps the chart has one bar', () => {
  const anyStay = fc.tuple(fc.integer({ min: -10, max: 40 }), fc.integer({ min: 1, max: 20 }));
  fc.assert(
    fc.property(fc.array(anyStay, { maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (drawn, days) => {
      const stays = drawn.map(([arrival, nights], id) =>
        stay(id, addDays(range.from, arrival), addDays(range.from, arrival + nights)),
      );
      const lanes = layOutBars(stays, { from: range.from, days });
      for (const lane of lanes) expect(lane.reduce((sum, part) => sum + part.halves, 0)).toBe(2 * days);
      const shown = lanes.flat().flatMap((part) => (part.kind === 'bar' ? [part.stay.id] : []));
      const touching = drawn.flatMap(([arrival, nights], id) => (arrival < days && arrival + nights >= 0 ? [id] : []));
      expect(shown.sort((one, other) => one - other)).toEqual(touching);
      expect(lanes.flat().every(({ halves }) => halves > 0)).toBe(true);
    }),
  );
});
