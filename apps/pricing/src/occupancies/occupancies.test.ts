import { services } from '@keyhaven/contracts/platform/services';
import { rangesOf } from '../testing/calendar-events';
import { until } from '@keyhaven/testing/until';
import {
  daysFromNow,
  type PricingUnderTest,
  startPricingUnderTest,
  type TestAccount,
} from '../testing/pricing-under-test';

let service: PricingUnderTest;
beforeAll(async () => {
  service = await startPricingUnderTest();
});
afterAll(() => service.stop());

const day = daysFromNow;

async function aPricedProperty(): Promise<{ account: TestAccount; property: number }> {
  const account = await service.anAccount();
  const property = await account.property();
  await account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 100 } });
  return { account, property };
}

async function statuses(account: TestAccount, property: number, from: number, to: number): Promise<string[]> {
  return [...(await account.nights(property, day(from), day(to))).values()].map(({ status }) => status as string);
}

describe('the calendar of a property with bookings', () => {
  it.each([
    ['a guest booking', 'booked', { type: 'booking' }],
    ['a pending booking', 'booked', { type: 'booking', status: 'pending', pending_until_utc: '2020-01-01T00:00:00Z' }],
    ['an owner booking', 'booked', { type: 'owner' }],
    ['a block', 'blocked', { type: 'block' }],
    ['a booking of a linked property', 'blocked', { type: 'linked_availability' }],
    [
      'the hold of a quote',
      'blocked',
      { type: 'quote_hold', status: 'pending', pending_until_utc: `${day(20)}T00:00:00Z` },
    ],
    ['a booking of an unknown type', 'unavailable', { type: 'time_travel' }],
    ['a booking with an unknown status', 'booked', { type: 'booking', status: 'dreamt' }],
  ])('shows nights of %s as %s', async (_what, status, record) => {
    const { account, property } = await aPricedProperty();
    const id = await account.booking({ property_id: property, arrival: day(5), departure: day(7), ...record });
    const nights = await account.nights(property, day(4), day(7));
    expect([...nights.values()].map((night) => night.status)).toEqual(['available', status, status, 'available']);
    expect(nights.get(day(5))).toMatchObject({ is_arrival: true, booking_id: id });
    expect(nights.get(day(7))).toMatchObject({ is_departure: true });
  });

  it('frees the nights of a booking that is canceled, moved or deleted', async () => {
    const { account, property } = await aPricedProperty();
    const other = await account.property();
    const stay = { property_id: property, arrival: day(5), departure: day(7) };
    const id = await account.booking(stay);
    await account.booking({ ...stay, id, status: 'canceled' });
    expect(await statuses(account, property, 5, 6)).toEqual(['available', 'available']);
    await account.booking({ ...stay, id });
    expect(await statuses(account, property, 5, 6)).toEqual(['booked', 'booked']);
    await account.booking({ ...stay, id, property_id: other, departure: day(6) });
    expect(await statuses(account, property, 5, 6)).toEqual(['available', 'available']);
    expect((await statuses(account, other, 5, 6))[0]).toBe('booked');
    await account.booking({ ...stay, id, property_id: other }, { action: 'entity_delete' });
    expect((await statuses(account, other, 5, 6))[0]).toBe('available');
  });

  it('frees the nights at every property that a moved booking has left, even if a process crashed during an earlier move', async () => {
    const { account, property } = await aPricedProperty();
    const [between, last] = [await account.property(), await account.property()];
    const stay = { property_id: property, arrival: day(5), departure: day(7) };
    const id = await account.booking(stay);
    // Simulate a process that was killed between writing the copy and invalidating the calendars.
    const copies = service.connection.collection('occupancies');
    const copy = (await copies.findOne({ _id: id as never }))!;
    await copies.updateOne(
      { _id: id as never },
      { $set: { property_id: between, version: 2, follow_up: { before: [copy] } } },
    );
    await account.operator.patch(`/properties/${between}/pricing`, { default_rate: { amount: 100 } });
    expect(await statuses(account, between, 5, 6)).toEqual(['booked', 'booked']);
    await account.booking({ ...stay, id, property_id: last }, { version: 3 });
    for (const left of [property, between]) {
      expect(await statuses(account, left, 5, 6)).toEqual(['available', 'available']);
    }
    expect(await statuses(account, last, 5, 6)).toEqual(['booked', 'booked']);
  });

  it('shows a reactivated booking after the next event, even if a process crashed before it invalidated the calendar', async () => {
    const { account, property } = await aPricedProperty();
    const stay = { property_id: property, arrival: day(5), departure: day(7) };
    const id = await account.booking(stay);
    // Simulate a process that was killed between writing the copy and invalidating the calendar.
    const left = { $set: { version: 2, occupies: true, follow_up: { before: [null] } } };
    await account.booking({ ...stay, id, status: 'canceled' });
    expect(await statuses(account, property, 5, 6)).toEqual(['available', 'available']);
    await service.connection.collection('occupancies').updateOne({ _id: id as never }, left);
    await account.booking({ ...stay, id }, { version: 3 });
    expect(await statuses(account, property, 5, 6)).toEqual(['booked', 'booked']);
  });

  it('shows both the booking that holds a night and the booking that overbooks the night', async () => {
    const { account, property } = await aPricedProperty();
    const overbooked_nights = [{ date: day(6), booking_ids: [1] }];
    const stay = { property_id: property, arrival: day(5), departure: day(7) };
    const waiting = await account.booking({ ...stay, has_problem: true, overbooked_nights });
    const holding = await account.booking({ property_id: property, arrival: day(6), departure: day(8) });
    const shared = async () => {
      const nights = [...(await account.nights(property, day(5), day(8))).values()];
      return nights.map(({ booking_id, overbooked_booking_ids, is_arrival, is_departure }) => ({
        ...{ booking_id, overbooked_booking_ids, is_arrival, is_departure },
      }));
    };
    const edges = [{ is_arrival: true }, { is_arrival: true }, { is_departure: true }, { is_departure: true }];
    expect(await shared()).toEqual([
      { ...edges[0], booking_id: waiting },
      { ...edges[1], booking_id: holding, overbooked_booking_ids: [waiting] },
      { ...edges[2], booking_id: holding },
      { ...edges[3] },
    ]);
    await account.booking({ ...stay, id: waiting, has_problem: true, overbooked_nights: [] });
    await account.booking({ property_id: property, arrival: day(7), departure: day(8), id: holding });
    expect(await shared()).toEqual([
      { ...edges[0], booking_id: waiting },
      { booking_id: waiting },
      { is_arrival: true, is_departure: true, booking_id: holding },
      { ...edges[3] },
    ]);
  });

  it('shows the latest version of a booking, even if events arrive late or twice', async () => {
    const { account, property } = await aPricedProperty();
    const stay = { property_id: property, arrival: day(5), departure: day(7) };
    const id = await account.booking(stay, { version: 3 });
    await account.booking({ ...stay, id, status: 'canceled' }, { version: 2 });
    expect(await statuses(account, property, 5, 6)).toEqual(['booked', 'booked']);
    await account.booking({ ...stay, id, departure: day(6) }, { version: 1, generation: 1 });
    expect(await statuses(account, property, 5, 6)).toEqual(['booked', 'available']);
    await account.booking({ ...stay, id, status: 'canceled' }, { version: 9, generation: 0 });
    expect(await statuses(account, property, 5, 6)).toEqual(['booked', 'available']);
  });

  it.each([
    ['a hold', 'quote_hold', null],
    ['the linked record of a hold', 'linked_availability', 'quote_hold'],
  ])('frees the nights of %s at the exact time of expiry, without an event', async (_what, type, source_type) => {
    const { account, property } = await aPricedProperty();
    const expires = new Date(Date.now() + 2500);
    await account.booking(
      { property_id: property, arrival: day(5), departure: day(7), type, status: 'active' },
      { private: { source_type, expires_utc: expires.toISOString() } },
    );
    expect(await statuses(account, property, 5, 6)).toEqual(['blocked', 'blocked']);
    await until(() => Date.now() >= expires.getTime());
    expect(await statuses(account, property, 5, 6)).toEqual(['available', 'available']);
  });

  it('shows a booking soon after it is published (prints the delay)', async () => {
    const { account, property } = await aPricedProperty();
    await statuses(account, property, 1, 60);
    const lags: number[] = [];
    for (let night = 1; night <= 20; night++) {
      const published = performance.now();
      await account.booking({ property_id: property, arrival: day(night), departure: day(night + 1) });
      await until(async () => (await statuses(account, property, night, night))[0] === 'booked');
      lags.push(performance.now() - published);
    }
    lags.sort((a, b) => a - b);
    process.stdout.write(
      `from event to calendar: median ${lags[10]!.toFixed(1)} ms, longest ${lags[19]!.toFixed(1)} ms\n`,
    );
  });

  it('causes no event when a booking or property changes only in fields that the calendar does not use', async () => {
    const { account, property } = await aPricedProperty();
    const stay = { property_id: property, arrival: day(5), departure: day(7) };
    const id = await account.booking(stay);
    const [ranges, ...others] = await rangesOf(service, account.userId, property, async () => {
      await account.booking({ ...stay, id, notes: 'late arrival' });
      await account.changeProperty(property, { name: 'Another name' });
      await account.booking({ ...stay, arrival: day(8), departure: day(9) });
    });
    expect(ranges).toEqual([{ from: day(7), to: day(9 + 1100), categories: ['availability'] }]);
    expect(others).toEqual([]);
  });

  it('causes an event about all nights up to the next booking, even if a block is between the two bookings', async () => {
    const { account, property } = await aPricedProperty();
    await account.operator.patch(`/properties/${property}/pricing`, { required_gap_after: 3 });
    const at = (arrival: number, departure: number) => ({
      ...{ property_id: property, arrival: day(arrival), departure: day(departure) },
    });
    await account.booking({ ...at(8, 9), type: 'block' });
    await account.booking(at(15, 17));
    const [ranges] = await rangesOf(service, account.userId, property, () => account.booking(at(5, 7)));
    expect(ranges).toEqual([{ from: day(5 - 3 - 3 - 1100), to: day(15), categories: ['availability'] }]);
  });

  it('is not invalidated by a change of account fields that calendars do not use', async () => {
    const { account, property } = await aPricedProperty();
    // Keep the account's time zone. In a different time zone, today's date might differ, which also invalidates the
    // calendar.
    const settings = { currency_code: 'EUR', time_zone: 'America/New_York' };
    const publishAccount = (entity: object) =>
      account.publish(services.identity.topic, {
        entity_type: 'account',
        entity_id: account.userId,
        entity: entity as never,
      });
    const versions = async () =>
      (await service.connection.collection('calendars').findOne({ _id: property as never }))!.calendar_version;
    const before = await versions();
    await publishAccount(settings);
    expect(await versions()).toBe(before + 1);
    await publishAccount({ ...settings, company_name: 'Another name' });
    expect(await versions()).toBe(before + 1);
    await publishAccount({ ...settings, currency_code: 'USD' });
    expect(await versions()).toBe(before + 2);
  });

  it('ignores bookings of another account', async () => {
    const { account, property } = await aPricedProperty();
    const other = await service.anAccount();
    await other.booking({ property_id: property, arrival: day(5), departure: day(7) });
    expect(await statuses(account, property, 5, 6)).toEqual(['available', 'available']);
  });
});

describe('an invalid event', () => {
  it('is stored as a dead letter if the arrival of a booking is a date that does not exist', async () => {
    const { account, property } = await aPricedProperty();
    const before = service.deadLetters.length;
    await account.booking({ property_id: property, arrival: '2027-02-30', departure: day(7) });
    expect(service.deadLetters.slice(before)).toMatchObject([{ group: 'pricing.occupancies' }]);
  });

  it('is stored as a dead letter and does not delay later events', async () => {
    const { account, property } = await aPricedProperty();
    const before = service.deadLetters.length;
    await account.booking({ property_id: property, arrival: day(9), departure: day(9) });
    await account.changeProperty(property, { time_zone: 'Mars/Olympus' });
    await account.changeProperty(property, { currency_code: 'XXXX' });
    expect(service.deadLetters.slice(before).map(({ group }) => group)).toEqual([
      'pricing.occupancies',
      'pricing.properties',
      'pricing.properties',
    ]);
    await account.booking({ property_id: property, arrival: day(5), departure: day(6) });
    expect(await statuses(account, property, 5, 5)).toEqual(['booked']);
  });
});
