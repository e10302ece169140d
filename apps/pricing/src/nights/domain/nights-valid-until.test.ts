import { localTimeAt } from '@keyhaven/stays/local-time';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import { occupancyOf, settingsOf } from '../../testing/calendar-sources';
import { nightsValidUntil, occupanciesAt } from './nights-valid-until';
import { earliestArrival } from './sales-period';

const zone = 'America/Los_Angeles';
/** In Los Angeles it is 12:00 at this instant. */
const noon = new Date('2026-07-01T19:00:00Z');
const hold = (expires: string) =>
  occupancyOf(1, '2026-07-10', '2026-07-12', { type: 'quote_hold', expiresUtc: new Date(expires) });

describe('the computed nights of a property', () => {
  it('must be computed again when same-day arrivals end', () => {
    expect(nightsValidUntil({ property: settingsOf(), occupancies: [] }, noon, zone)).toEqual(
      new Date('2026-07-02T01:00:00Z'),
    );
  });

  it('must be computed again at midnight if no cutoff time for same-day arrivals is left today', () => {
    const midnight = new Date('2026-07-02T07:00:00Z');
    const evening = new Date('2026-07-02T01:00:00Z');
    expect(nightsValidUntil({ property: settingsOf(), occupancies: [] }, evening, zone)).toEqual(midnight);
    const withNotice = settingsOf({ advanceNoticeDays: 1 });
    expect(nightsValidUntil({ property: withNotice, occupancies: [] }, noon, zone)).toEqual(midnight);
    const allDay = settingsOf({ sameDayUntil: null });
    expect(nightsValidUntil({ property: allDay, occupancies: [] }, noon, zone)).toEqual(midnight);
  });

  it('must be computed again when clocks are set back, because same-day arrivals are then possible again', () => {
    // On 1 November 2026 at 2:00, clocks in Los Angeles are set back to 1:00.
    const property = settingsOf({ sameDayUntil: '01:30' });
    const validFrom = (instant: string) =>
      nightsValidUntil({ property, occupancies: [] }, new Date(instant), zone).toISOString();
    expect(validFrom('2026-11-01T08:45:00Z')).toBe('2026-11-01T09:00:00.000Z');
    expect(validFrom('2026-11-01T08:15:00Z')).toBe('2026-11-01T08:30:00.000Z');
    expect(validFrom('2026-11-01T09:00:00Z')).toBe('2026-11-01T09:30:00.000Z');
    expect(validFrom('2026-11-01T09:30:00Z')).toBe('2026-11-02T08:00:00.000Z');
  });

  it('have the same earliest arrival until they must be computed again, even when clocks are set back or forward', () => {
    const changes = fc.constantFrom(
      ['America/Los_Angeles', '2026-11-01T09:00:00Z'],
      ['America/Los_Angeles', '2027-03-14T10:00:00Z'],
      ['Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
      ['America/Havana', '2026-11-01T05:00:00Z'],
      // One minute after midnight, clocks are set back to 23:01 of the previous day.
      ['America/St_Johns', '2010-11-07T02:31:00Z'],
      // In this time zone, 30 December 2011 was skipped.
      ['Pacific/Apia', '2011-12-30T10:00:00Z'],
    );
    const timeOfDay = fc.tuple(fc.constantFrom('00', '01', '02', '18', '23'), fc.constantFrom('00', '15', '30', '45'));
    const minutes = fc.integer({ min: -240, max: 240 });
    fc.assert(
      fc.property(changes, minutes, minutes, timeOfDay, ([timeZone, change], start, later, time) => {
        const at = (offset: number) => new Date(Date.parse(change) + offset * 60_000);
        const [instant, probe] = [at(Math.min(start, later)), at(Math.max(start, later))];
        const property = settingsOf({ sameDayUntil: time.join(':') });
        fc.pre(probe < nightsValidUntil({ property, occupancies: [] }, instant, timeZone));
        const arrivalFrom = (when: Date) => earliestArrival({ now: localTimeAt(when, timeZone), property });
        expect(arrivalFrom(probe)).toBe(arrivalFrom(instant));
      }),
      { numRuns: times(3000, 500) },
    );
  });

  it('must be computed again when the next hold expires', () => {
    const occupancies = [hold('2026-07-01T20:00:00Z'), hold('2026-07-01T19:30:00Z'), hold('2026-07-01T18:00:00Z')];
    expect(nightsValidUntil({ property: settingsOf(), occupancies }, noon, zone)).toEqual(
      new Date('2026-07-01T19:30:00Z'),
    );
  });
});

describe('a hold', () => {
  it('occupies its nights until the exact time at which it expires', () => {
    const occupancies = [
      hold('2026-07-01T19:00:00Z'),
      hold('2026-07-01T19:00:01Z'),
      occupancyOf(2, '2026-07-01', '2026-07-02'),
    ];
    expect(occupanciesAt(occupancies, noon)).toEqual(occupancies.slice(1));
  });
});
