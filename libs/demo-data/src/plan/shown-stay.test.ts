import { addDays, dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { planBookings } from '../bookings/plan-bookings';
import { demoPeriod } from './demo-period';
import { portfolio } from './portfolio';
import { SHOWN_STAY, shownStayAfter } from './shown-stay';

const { property, arrival, departure } = SHOWN_STAY;
/** The tested first days: every 16th day in the two years before the arrival of the example stay in 2028. */
const firstDays = Array.from({ length: 45 }, (_, index) => dateOfDay(dayNumber('2028-06-08') - 16 * index));

describe('the example stay in the documentation', () => {
  it('is at the first property, which has the id 1', () => {
    expect(portfolio[0]!.key).toBe(property);
  });

  it('has the same dates in every year', () => {
    expect(shownStayAfter('2026-11-23')).toEqual({ arrival, departure });
    expect(shownStayAfter(arrival)).toEqual({ arrival: '2028-06-09', departure: '2028-06-12' });
  });

  it('occupies nights that are free in the house and its rooms, for any first day of the demo plan', () => {
    const linked = new Set(
      portfolio.flatMap(({ key, partOf }) => (key === property || partOf === property ? [key] : [])),
    );
    expect(linked.size).toBe(4);
    const met = firstDays.flatMap((firstDay) => {
      const shown = shownStayAfter(firstDay);
      const [from, to] = [addDays(shown.arrival, -1), addDays(shown.departure, 1)];
      return planBookings(demoPeriod(firstDay)).bookings.filter(
        ({ property: at, body }) =>
          linked.has(at) && body.status !== 'canceled' && body.arrival < to && body.departure > from,
      );
    });
    expect(met.map(({ key, body }) => [key, body.arrival, body.departure])).toEqual([]);
  }, 60_000);
});
