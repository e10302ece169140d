import { occupancyOf, settingsOf } from '../testing/pricing-inputs';
import { nightsValidUntil, occupanciesAt } from './nights-valid-until';

const zone = 'America/Los_Angeles';
/** 12:00 in Los Angeles. */
const noon = new Date('2026-07-01T19:00:00Z');
const hold = (expires: string) =>
  occupancyOf(1, '2026-07-10', '2026-07-12', { type: 'quote_hold', expiresUtc: new Date(expires) });

describe('computed nights', () => {
  it('stay as they are until arrivals of today end', () => {
    expect(nightsValidUntil({ property: settingsOf(), occupancies: [] }, noon, zone)).toEqual(
      new Date('2026-07-02T01:00:00Z'),
    );
  });

  it('stay as they are until midnight at the property where the time of day decides nothing any more', () => {
    const midnight = new Date('2026-07-02T07:00:00Z');
    const evening = new Date('2026-07-02T01:00:00Z');
    expect(nightsValidUntil({ property: settingsOf(), occupancies: [] }, evening, zone)).toEqual(midnight);
    const withNotice = settingsOf({ advanceNoticeDays: 1 });
    expect(nightsValidUntil({ property: withNotice, occupancies: [] }, noon, zone)).toEqual(midnight);
    const allDay = settingsOf({ sameDayUntil: null });
    expect(nightsValidUntil({ property: allDay, occupancies: [] }, noon, zone)).toEqual(midnight);
  });

  it('stay as they are until the next hold ends', () => {
    const occupancies = [hold('2026-07-01T20:00:00Z'), hold('2026-07-01T19:30:00Z'), hold('2026-07-01T18:00:00Z')];
    expect(nightsValidUntil({ property: settingsOf(), occupancies }, noon, zone)).toEqual(
      new Date('2026-07-01T19:30:00Z'),
    );
  });
});

describe('a hold', () => {
  it('occupies its nights until the instant at which it ends', () => {
    const occupancies = [
      hold('2026-07-01T19:00:00Z'),
      hold('2026-07-01T19:00:01Z'),
      occupancyOf(2, '2026-07-01', '2026-07-02'),
    ];
    expect(occupanciesAt(occupancies, noon)).toEqual(occupancies.slice(1));
  });
});
