import { nightSpans } from './half-days';

it('a chart begins with half of the night before its first day, and ends with half of its last night', () => {
  expect(nightSpans({ from: '2030-03-01', days: 3 })).toEqual([
    { date: '2030-02-28', halves: 1 },
    { date: '2030-03-01', halves: 2 },
    { date: '2030-03-02', halves: 2 },
    { date: '2030-03-03', halves: 1 },
  ]);
});

it.each([1, 14, 28, 56])('the half days of all nights in a chart of %i days add up to two per day', (days) => {
  const halves = nightSpans({ from: '2030-03-01', days }).reduce((sum, night) => sum + night.halves, 0);
  expect(halves).toBe(2 * days);
});
