import { timeZone } from './time-zones';

describe('the name of a time zone in a request', () => {
  it.each([
    ['europe/paris', 'Europe/Paris'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    ['utc', 'UTC'],
    ['etc/utc', 'Etc/UTC'],
    ['gmt', 'GMT'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['asia/KOLKATA', 'Asia/Kolkata'],
    ['europe/kyiv', 'Europe/Kyiv'],
  ])('is stored in the usual spelling: %s as %s', (sent, stored) => {
    expect(timeZone.parse(sent)).toBe(stored);
  });

  it.each(['Europe/Rome', 'Europe/Kiev', 'Asia/Calcutta', 'US/Eastern', 'GB', 'Etc/UTC', 'GMT'])(
    'is stored as sent if it is an alias or already has the usual spelling: %s',
    (sent) => {
      expect(timeZone.parse(sent)).toBe(sent);
    },
  );

  it.each(['Mars/Olympus', '+02:00', '', ' Europe/Rome', null, 5])('is refused if no time zone has it: %j', (sent) => {
    expect(timeZone.safeParse(sent).error?.issues).toMatchObject([
      { message: expect.stringMatching(/^expected the name of an IANA time zone/) },
    ]);
  });
});
