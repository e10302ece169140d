import type { CalendarNight } from '@keyhaven/contracts/pricing/calendar';
import { judgeNight } from './judge-night';

const date = '2030-07-01';
const rate = { rent: 100, amount: 100 };
const judge = (night: Partial<CalendarNight> | undefined, changes: object = {}) =>
  judgeNight({
    date,
    night: night && { date, status: 'available', ...night },
    today: '2030-06-01',
    property: { active: true, is_snoozed: false },
    ...changes,
  });

it('a night can be booked if it is available and a stay on it is allowed', () => {
  expect(judge({ rate }).isSellable).toBe(true);
});

it.each<[string, Partial<CalendarNight> | undefined, object, RegExp]>([
  ['is booked', { status: 'booked' }, {}, /occupies the night/],
  ['is blocked', { status: 'blocked' }, {}, /block, a hold/],
  ['is a required gap', { status: 'gap', gap_type: 'required' }, {}, /requires vacant nights/],
  ['is in a gap that is too short for a stay', { status: 'gap', gap_type: 'orphan' }, {}, /too few/],
  ['has a status that is not known', { status: 'unavailable' }, {}, /does not know/],
  ['is not in the calendar', undefined, {}, /no data/],
  ['has no price', { rules: { is_stay_disallowed: true } }, {}, /no price/],
  ['is disallowed by rules', { rate, rules: { is_stay_disallowed: true } }, {}, /rules allow no stay/],
  ['is in the past', { rate }, { today: '2030-07-02' }, /in the past/],
  ['belongs to an inactive property', { rate }, { property: { active: false, is_snoozed: false } }, /inactive/],
  [
    'belongs to a snoozed property',
    { rate, rules: { is_stay_disallowed: true } },
    { property: { active: true, is_snoozed: true } },
    /snoozed/,
  ],
])('a night that %s cannot be booked, and the result contains this reason', (_name, night, changes, reason) => {
  expect(judge(night, changes)).toEqual({ isSellable: false, reasons: [expect.stringMatching(reason)] });
});
