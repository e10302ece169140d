import fc from 'fast-check';
import { instantOfLocalTime, localTimeAt, nextLocalMidnight, nextOffsetChange } from './local-time';

const zones = fc.constantFrom(
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Los_Angeles',
  'America/Havana',
  'Europe/Rome',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'UTC',
);
const instants = fc
  .integer({ min: Date.parse('2024-01-01T00:00:00Z'), max: Date.parse('2030-01-01T00:00:00Z') })
  .map((ms) => new Date(ms));

describe('localTimeAt', () => {
  it('is correct in the time zones furthest ahead of and behind UTC', () => {
    const instant = new Date('2026-07-01T10:30:00Z');
    expect(localTimeAt(instant, 'Pacific/Kiritimati')).toEqual({ date: '2026-07-02', time: '00:30' });
    expect(localTimeAt(instant, 'Pacific/Pago_Pago')).toEqual({ date: '2026-06-30', time: '23:30' });
    expect(localTimeAt(instant, 'Asia/Kathmandu')).toEqual({ date: '2026-07-01', time: '16:15' });
  });

  it('returns 00:00 at the start of a day, not 24:00', () => {
    expect(localTimeAt(new Date('2026-07-01T22:00:00Z'), 'Europe/Rome')).toEqual({ date: '2026-07-02', time: '00:00' });
  });

  it('is reversed by instantOfLocalTime, which returns the earlier instant if a local time occurs twice', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const minute = Math.floor(instant.getTime() / 60_000) * 60_000;
        const found = instantOfLocalTime(localTimeAt(instant, zone), zone);
        expect(localTimeAt(found, zone)).toEqual(localTimeAt(instant, zone));
        expect([0, 30, 60]).toContain((minute - found.getTime()) / 60_000);
      }),
    );
  });
});

describe('instantOfLocalTime', () => {
  const instantIn = (date: string, time: string, zone: string) =>
    instantOfLocalTime({ date, time }, zone).toISOString();

  it('returns the end of the skipped hour if clocks are put forward over the given time', () => {
    expect(instantIn('2026-03-29', '02:30', 'Europe/Rome')).toBe('2026-03-29T01:00:00.000Z');
    expect(instantIn('2026-03-08', '02:00', 'America/Los_Angeles')).toBe('2026-03-08T10:00:00.000Z');
  });

  it('returns the first of two instants if clocks are put back over the given time', () => {
    expect(instantIn('2026-10-25', '02:30', 'Europe/Rome')).toBe('2026-10-25T00:30:00.000Z');
    expect(instantIn('2026-11-01', '01:30', 'America/Los_Angeles')).toBe('2026-11-01T08:30:00.000Z');
  });

  it('returns the start of the next day if the time zone skipped the whole day', () => {
    expect(instantIn('2011-12-30', '12:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
  });

  it('returns 01:00 for midnight if the clock change skips midnight', () => {
    expect(instantIn('2018-11-04', '00:00', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
  });
});

describe('nextLocalMidnight', () => {
  const midnightAfter = (instant: string, zone: string) => nextLocalMidnight(new Date(instant), zone).toISOString();

  it('returns the end of the local day in the time zones furthest ahead of and behind UTC', () => {
    expect(midnightAfter('2026-07-01T10:30:00Z', 'Pacific/Kiritimati')).toBe('2026-07-02T10:00:00.000Z');
    expect(midnightAfter('2026-07-01T10:30:00Z', 'Pacific/Pago_Pago')).toBe('2026-07-01T11:00:00.000Z');
  });

  it('returns the midnight of the next day if the given instant is a midnight', () => {
    expect(midnightAfter('2026-07-01T22:00:00Z', 'Europe/Rome')).toBe('2026-07-02T22:00:00.000Z');
  });

  it('is correct on days with 23 and with 25 hours', () => {
    expect(midnightAfter('2026-03-28T23:00:00Z', 'Europe/Rome')).toBe('2026-03-29T22:00:00.000Z');
    expect(midnightAfter('2026-10-24T22:00:00Z', 'Europe/Rome')).toBe('2026-10-25T23:00:00.000Z');
  });

  it('returns the second midnight if clocks were put back just after the first midnight', () => {
    // On 7 November 2010 at 00:01, clocks in St. John's were put back to 23:01 on the 6th.
    expect(midnightAfter('2010-11-07T02:45:00Z', 'America/St_Johns')).toBe('2010-11-07T03:30:00.000Z');
  });

  it('returns the first later instant at which the local date is different', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const midnight = nextLocalMidnight(instant, zone);
        expect(midnight > instant).toBe(true);
        expect(localTimeAt(new Date(midnight.getTime() - 1), zone).date).toBe(localTimeAt(instant, zone).date);
        expect(localTimeAt(midnight, zone).date > localTimeAt(instant, zone).date).toBe(true);
      }),
    );
  });
});

describe('nextOffsetChange', () => {
  const changeWithin = (hours: number, instant: string, zone: string) => {
    const until = new Date(Date.parse(instant) + hours * 3_600_000);
    return nextOffsetChange(new Date(instant), until, zone)?.toISOString();
  };

  it('returns the first instant at which the offset is different', () => {
    expect(changeWithin(24, '2026-11-01T07:00:00Z', 'America/Los_Angeles')).toBe('2026-11-01T09:00:00.000Z');
    expect(changeWithin(24, '2026-03-29T00:59:59.999Z', 'Europe/Rome')).toBe('2026-03-29T01:00:00.000Z');
    expect(changeWithin(24, '2010-11-07T02:30:30Z', 'America/St_Johns')).toBe('2010-11-07T02:31:00.000Z');
  });

  it('returns undefined if the offset does not change within the period', () => {
    expect(changeWithin(24, '2026-03-29T01:00:00Z', 'Europe/Rome')).toBeUndefined();
    expect(changeWithin(1, '2026-03-28T23:00:00Z', 'Europe/Rome')).toBeUndefined();
    expect(changeWithin(24, '2026-07-01T10:00:00Z', 'Europe/Rome')).toBeUndefined();
  });
});
