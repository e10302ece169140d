import { addDays } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import type { Occupancy } from '../../nights/domain/calendar-sources';
import { anyCalendarSources, REACH_DAYS } from '../../testing/any-calendar-sources';
import { computeNights } from './compute-nights';

describe('the nights of a property with overlapping bookings', () => {
  it('have the same bookings, arrivals and departures as in a slow and simple implementation', () => {
    const order = ['booked', 'blocked', 'unavailable'];
    const statusOf = ({ type }: Occupancy) =>
      ['booking', 'owner'].includes(type) ? 'booked' : type === 'time_share' ? 'unavailable' : 'blocked';
    const isLinked = ({ type }: Occupancy) => type === 'linked_availability';
    const rankOf = (record: Occupancy) =>
      order.indexOf(statusOf(record)) * 1000 + (isLinked(record) ? 100 : 0) + record.bookingId;
    const shownOn = (occupancies: readonly Occupancy[], night: string) => {
      const there = occupancies.filter(({ arrival, departure }) => arrival <= night && night < departure);
      const holders = there.filter(({ overbookedNights }) => !overbookedNights.includes(night));
      const shown = (holders.length > 0 ? holders : there).toSorted((a, b) => rankOf(a) - rankOf(b))[0];
      const sharing = there.filter((record) => record !== shown && record.overbookedNights.includes(night));
      return { shown, sharing: sharing.map(({ bookingId }) => bookingId).sort((a, b) => a - b) };
    };
    fc.assert(
      fc.property(anyCalendarSources, (sources) => {
        const { now, occupancies } = sources;
        for (const night of computeNights(sources, addDays(now.date, -3), addDays(now.date, REACH_DAYS))) {
          const { shown, sharing } = shownOn(occupancies, night.date);
          const before = shownOn(occupancies, addDays(night.date, -1)).shown;
          const isBlocked = (record: Occupancy | undefined) => record && statusOf(record) === 'blocked';
          const own = occupancies.filter((record) => !isLinked(record));
          const runBegins = shown && isLinked(shown) && !isBlocked(before);
          const runEnds = before && isLinked(before) && !isBlocked(shown);
          expect({
            booking_id: night.booking_id,
            overbooked_booking_ids: night.overbooked_booking_ids ?? [],
            is_arrival: night.is_arrival ?? false,
            is_departure: night.is_departure ?? false,
          }).toEqual({
            booking_id: shown?.bookingId,
            overbooked_booking_ids: sharing,
            is_arrival: own.some(({ arrival }) => arrival === night.date) || (runBegins ?? false),
            is_departure: own.some(({ departure }) => departure === night.date) || (runEnds ?? false),
          });
        }
      }),
      { numRuns: 500 },
    );
  });
});
