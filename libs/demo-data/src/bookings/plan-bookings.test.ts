import { addDays, dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import type { DemoPlan } from '../plan/demo-plan';
import { planDemoData } from '../plan-demo-data';
import { portfolio } from '../plan/portfolio';
import { daysAhead, firstDays, isCanceled, isGuestBooking, planOf, takenNights } from '../testing/plans';

/**
 * Returns the share of nights that are occupied, from 0 to 1, in a range of days relative to the
 * demo's first day. Inactive and snoozed properties do not count.
 */
function occupancy(plan: DemoPlan, fromAhead: number, toAhead: number, kind: 'all' | 'sold' = 'all'): number {
  const let_ = new Set(
    plan.properties.filter(({ body }) => body.active !== false && !body.is_snoozed).map(({ key }) => key),
  );
  const bookings = plan.bookings.filter(({ body }) => kind === 'all' || body.is_block !== true);
  const [from, to] = [addDays(plan.firstDay, fromAhead), addDays(plan.firstDay, toAhead)];
  const nights = [...takenNights({ ...plan, bookings }).keys()].filter((night) => {
    const [property = '', date = ''] = night.split(' ');
    return let_.has(property) && date >= from && date < to;
  });
  return nights.length / (let_.size * (toAhead - fromAhead));
}

const share = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length;

describe.each(firstDays)('the bookings of a demo that starts on %s', (firstDay) => {
  const plan = planOf(firstDay);
  const { bookings } = plan;
  const ofGuests = bookings.filter(isGuestBooking);
  const upcoming = bookings.filter((one) => daysAhead(plan, one) >= 0 && daysAhead(plan, one) < 90);

  it('are between 1,500 and 2,500 in number', () => {
    expect(bookings.length).toBeGreaterThanOrEqual(1500);
    expect(bookings.length).toBeLessThanOrEqual(2500);
  });

  it('occupy 60 to 75 % of past nights, and a decreasing share of future nights', () => {
    for (const kind of ['all', 'sold'] as const) {
      expect(occupancy(plan, -365, 0, kind)).toBeGreaterThan(0.6);
      expect(occupancy(plan, -365, 0, kind)).toBeLessThan(0.75);
    }
    const ahead = [occupancy(plan, 0, 90), occupancy(plan, 90, 180), occupancy(plan, 180, 365)];
    expect([...ahead].sort((a, b) => b - a)).toEqual(ahead);
    expect(ahead[2]).toBeGreaterThan(0);
    expect(ahead[2]).toBeLessThan(0.25);
  });

  it('come from Airbnb (about 45 %), Booking.com (20 %), Vrbo (15 %) and direct bookings (20 %)', () => {
    const of = (site: string) =>
      share(
        ofGuests.filter(({ listingSite }) => listingSite === site),
        ofGuests,
      );
    expect(Math.abs(of('airbnb') - 0.45)).toBeLessThan(0.03);
    expect(Math.abs(of('booking-com') - 0.2)).toBeLessThan(0.03);
    expect(Math.abs(of('vrbo') - 0.15)).toBeLessThan(0.03);
    expect(
      Math.abs(
        share(
          ofGuests.filter(({ body }) => !body.channel),
          ofGuests,
        ) - 0.2,
      ),
    ).toBeLessThan(0.03);
  });

  it('have reservation numbers in the format of their channel', () => {
    const forms: Record<string, RegExp> = {
      Airbnb: /^HM[A-Z0-9]{8}$/,
      'Booking.com': /^\d{10}$/,
      Vrbo: /^HA-[A-Z0-9]{6}$/,
    };
    const channels = bookings.flatMap(({ body }) => body.channel ?? []);
    expect(
      channels.filter(({ name, platform_reservation_number }) => !forms[name]?.test(platform_reservation_number)),
    ).toEqual([]);
  });

  it('are canceled in about 12 % of cases, and the first nights of most canceled stays are booked again', () => {
    const canceled = ofGuests.filter(isCanceled);
    expect(Math.abs(share(canceled, ofGuests) - 0.12)).toBeLessThan(0.02);
    const taken = takenNights(plan);
    const resold = canceled.filter(({ property, body }) => taken.has(`${property} ${body.arrival}`));
    expect(share(resold, canceled)).toBeGreaterThan(0.5);
  });

  it('never overlap at the same property, except for canceled bookings and one overbooking', () => {
    const twice = [...takenNights(plan).values()].filter((keys) => keys.length > 1);
    expect(new Set(twice.map((keys) => keys.join(' and '))).size).toBe(1);
    const stays = bookings.filter(({ key }) => twice[0]!.includes(key));
    expect(stays.map(({ key }) => key.endsWith('/overbooked'))).toEqual([false, true]);
    expect(stays.map(({ body }) => body.channel?.name)).toEqual(['Airbnb', 'Booking.com']);
    for (const stay of stays) expect(daysAhead(plan, stay)).toBeLessThan(90);
  });

  it('never occupy a house and one of its rooms on the same night', () => {
    const taken = takenNights(plan);
    const rooms = plan.properties.filter(({ partOf }) => partOf !== null);
    const clashes = [...taken.keys()].filter((night) => {
      const [property, date] = night.split(' ');
      return rooms.some(({ key, partOf }) => key === property && taken.has(`${partOf} ${date}`));
    });
    expect(rooms.length).toBeGreaterThan(0);
    expect(clashes).toEqual([]);
  });

  it('lie within twelve months before and after the first day', () => {
    const [year, monthAndDay] = [Number(firstDay.slice(0, 4)), firstDay.slice(4).replace('-02-29', '-02-28')];
    const [from, to] = [`${year - 1}${monthAndDay}`, `${year + 1}${monthAndDay}`];
    const outside = bookings.filter(
      ({ body }) => body.arrival < from || body.departure > to || String(body.booked_utc) < from,
    );
    expect(outside).toEqual([]);
    expect(bookings.filter(({ body }) => body.departure <= body.arrival)).toEqual([]);
  });

  it('were made, and their agreements signed, before the arrival and before the first day in any time zone', () => {
    const beginsInUtc = `${addDays(firstDay, -1)}T10:00:00Z`;
    for (const { key, body } of bookings) {
      const moments = [String(body.booked_utc), ...(body.agreements ?? []).map(({ date }) => date)];
      expect([key, moments.every((moment) => moment < beginsInUtc && moment < `${body.arrival}T02:00:00Z`)]).toEqual([
        key,
        true,
      ]);
    }
  });

  it('were made on many different days', () => {
    const byDay = new Map<string, number>();
    for (const { body } of bookings) {
      const day = String(body.booked_utc).slice(0, 10);
      byDay.set(day, (byDay.get(day) ?? 0) + 1);
    }
    expect(Math.max(...byDay.values())).toBeLessThan(bookings.length / 50);
  });

  it('have their cleaning at 14:00 local time if the check-out is at 13:00', () => {
    const late = bookings.filter(({ body }) => body.check_out === '13:00' && body.cleaning_date);
    expect(late.length).toBeGreaterThan(0);
    const hours = new Map(portfolio.map(({ key, hoursAheadOfUtc }) => [key, hoursAheadOfUtc]));
    for (const { property, body } of late) {
      const localHour = (new Date(String(body.cleaning_date)).getUTCHours() + hours.get(property)! + 24) % 24;
      expect(localHour).toBe(14);
    }
  });

  it('include all types and statuses in the next 90 days', () => {
    expect(upcoming.filter(isGuestBooking).length).toBeGreaterThan(0);
    for (const status of ['active', 'pending', 'canceled']) {
      expect(upcoming.filter(({ body }) => body.status === status).length).toBeGreaterThan(0);
    }
    expect(upcoming.filter(({ body }) => body.is_block).length).toBeGreaterThan(0);
    expect(upcoming.filter(({ body }) => body.type === 'owner').length).toBeGreaterThan(0);
    expect(upcoming.filter(({ body }) => (body.door_codes ?? []).length > 0).length).toBeGreaterThan(0);
    expect(upcoming.filter(({ body }) => body.travel_insurance?.can_purchase).length).toBeGreaterThan(0);
  });

  it('include turnovers, single empty nights, and nights with two occupied rooms in the next 90 days', () => {
    const taken = takenNights(plan);
    const isTaken = (property: string, date: string) => taken.has(`${property} ${date}`);
    const standing = upcoming.filter((one) => !isCanceled(one));
    const arrivals = new Set(standing.map(({ property, body }) => `${property} ${body.arrival}`));
    expect(
      standing.filter(({ property, body }) => arrivals.has(`${property} ${body.departure}`)).length,
    ).toBeGreaterThan(10);
    const singles = standing.filter(
      ({ property, body }) => !isTaken(property, body.departure) && isTaken(property, addDays(body.departure, 1)),
    );
    expect(singles.length).toBeGreaterThan(0);
    const rooms = plan.properties.filter(({ partOf }) => partOf !== null);
    const shared = Array.from({ length: 90 }, (_, index) => addDays(firstDay, index)).filter(
      (date) => rooms.filter(({ key }) => isTaken(key, date)).length >= 2,
    );
    expect(shared.length).toBeGreaterThan(0);
  });

  it('have at least one adult, and not more guests than the property accepts', () => {
    const limits = new Map(plan.properties.map(({ key, body }) => [key, body]));
    const tooMany = bookings.filter(({ property, body }) => {
      if (body.is_block) return false;
      const { max_guests, max_children, max_pets } = limits.get(property)!;
      const [adults, children] = [Number(body.adults), Number(body.children)];
      return (
        adults < 1 ||
        adults + children > Number(max_guests) ||
        (max_children != null && children > Number(max_children)) ||
        Number(body.pets) > Number(max_pets)
      );
    });
    expect(tooMany).toEqual([]);
  });

  it('have guests who often return, but are never at two properties on the same night', () => {
    const nights = new Map<string, number>();
    const stays = ofGuests.filter((one) => !isCanceled(one));
    for (const { guest, body } of stays) {
      for (let day = dayNumber(body.arrival); day < dayNumber(body.departure); day += 1) {
        const night = `${guest} ${dateOfDay(day)}`;
        nights.set(night, (nights.get(night) ?? 0) + 1);
      }
    }
    expect([...nights].filter(([, places]) => places > 1)).toEqual([]);
    expect(ofGuests.filter(({ body }) => body.tags?.includes('returning guest')).length).toBeGreaterThan(20);
    expect(new Set(stays.map(({ guest }) => guest)).size).toBeLessThan(stays.length * 0.8);
  });

  it('have no guest if they are blocks, and have the owner as the guest if they are owner stays', () => {
    const owners = new Map(plan.properties.map(({ key, owner }) => [key, owner]));
    for (const { property, guest, listingSite, body } of bookings) {
      if (body.is_block)
        expect([guest, listingSite, body.channel, body.type]).toEqual([null, null, undefined, undefined]);
      if (body.type === 'owner') expect([guest, body.channel]).toEqual([owners.get(property), undefined]);
    }
  });

  it('include no future stay at the inactive property, and no stay more than 60 days ahead at the snoozed property', () => {
    const { key: inactive } = plan.properties.find(({ body }) => body.active === false)!;
    const { key: snoozed } = plan.properties.find(({ body }) => body.is_snoozed)!;
    const last = (property: string) =>
      Math.max(...bookings.filter((one) => one.property === property).map((one) => daysAhead(plan, one)));
    expect(last(inactive)).toBeLessThan(0);
    expect(last(snoozed)).toBeLessThan(60);
  });
});

describe('the bookings of the demo with any first day', () => {
  it('overlap only at one overbooking, and include pending stays, owner stays and blocks in the next 90 days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 19_000, max: 30_000 }), (day) => {
        const plan = planDemoData(dateOfDay(day));
        const twice = [...takenNights(plan).values()].filter((keys) => keys.length > 1);
        expect(twice.filter((keys) => !keys.some((key) => key.endsWith('/overbooked')))).toEqual([]);
        expect(twice.length).toBeGreaterThan(0);
        const soon = plan.bookings.filter((one) => daysAhead(plan, one) >= 0 && daysAhead(plan, one) < 90);
        expect(soon.filter(({ body }) => body.status === 'pending').length).toBeGreaterThan(0);
        expect(soon.filter(({ body }) => body.type === 'owner').length).toBeGreaterThan(0);
        expect(soon.filter(({ body }) => body.is_block).length).toBeGreaterThan(0);
        expect(Math.abs(occupancy(plan, -365, 0) - 0.675)).toBeLessThan(0.075);
      }),
      { numRuns: times(20, 3) },
    );
  });
});
