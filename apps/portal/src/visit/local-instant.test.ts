import { instantOf } from './local-instant';

it.each([
  ['2030-07-01T12:00', 'Europe/Rome', '2030-07-01T10:00:00.000Z'],
  ['2030-01-01T12:00:30', 'Europe/Rome', '2030-01-01T11:00:30.000Z'],
  ['2030-07-01T12:00', 'America/Los_Angeles', '2030-07-01T19:00:00.000Z'],
])('the local time %s in %s is the instant %s', (entered, zone, instant) => {
  expect(instantOf(entered, zone)).toBe(instant);
});

it.each(['never', '2030-02-30T10:00', '2030-07-01T25:00', '2030-07-01T10:00Z'])(
  'the invalid local time %s is sent to the API unchanged',
  (entered) => {
    expect(instantOf(entered, 'Europe/Rome')).toBe(entered);
  },
);
