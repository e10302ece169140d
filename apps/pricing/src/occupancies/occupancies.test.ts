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

describe('the calendar shows who occupies a night', () => {
  it.each([
    ['a guest booking', { type: 'booking' }, 'booked'],
    ['a pending booking', { type: 'booking', status: 'pending', pending_until_utc: '2020-01-01T00:00:00Z' }, 'booked'],
    ['an owner booking', { type: 'owner' }, 'booked'],
    ['a block', { type: 'block' }, 'blocked'],
    ['a linked property', { type: 'linked_availability' }, 'blocked'],
    ['a hold', { type: 'quote_hold', status: 'pending', pending_until_utc: `${day(20)}T00:00:00Z` }, 'blocked'],
    ['a type that this version does not know', { type: 'time_travel' }, 'unavailable'],
    ['a status that this version does not know', { type: 'booking', status: 'dreamt' }, 'booked'],
  ])('%s', async (_what, record, status) => {
    const { account, property } = await aPricedProperty();
    const id = await account.booking({ property_id: property, arrival: day(5), departure: day(7), ...record });
    const nights = await account.nights(property, day(4), day(7));
    expect([...nights.values()].map((night) => night.status)).toEqual(['available', status, status, 'available']);
    expect(nights.get(day(5))).toMatchObject({ is_arrival: true, booking_id: id });
    expect(nights.get(day(7))).toMatchObject({ is_departure: true });
  });

  it('and no longer when it is canceled, moved or deleted', async () => {
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

  it('nor on any property where it stood when a crash left its calendar as it was, and the next move came first', async () => {
    const { account, property } = await aPricedProperty();
    const [between, last] = [await account.property(), await account.property()];
    const stay = { property_id: property, arrival: day(5), departure: day(7) };
    const id = await account.booking(stay);
    // What a process leaves that is killed between row and calendars.
    const rows = service.connection.collection('occupancies');
    const row = (await rows.findOne({ _id: id as never }))!;
    await rows.updateOne(
      { _id: id as never },
      { $set: { property_id: between, version: 2, follow_up: { before: [row] } } },
    );
    await account.operator.patch(`/properties/${between}/pricing`, { default_rate: { amount: 100 } });
    expect(await statuses(account, between, 5, 6)).toEqual(['booked', 'booked']);
    await account.booking({ ...stay, id, property_id: last }, { version: 3 });
    for (const left of [property, between]) {
      expect(await statuses(account, left, 5, 6)).toEqual(['available', 'available']);
    }
    expect(await statuses(account, last, 5, 6)).toEqual(['booked', 'booked']);
  });

  it('and where a crash left the calendar as it was before the booking, once a resync tells it', async () => {
    const { account, property } = await aPricedProperty();
    const stay = { property_id: property, arrival: day(5), departure: day(7) };
    const id = await account.booking(stay);
    // What a process leaves that is killed between row and calendar: nobody has the version that the raise would give.
    const left = { $set: { version: 2, occupies: true, follow_up: { before: [null] } } };
    await account.booking({ ...stay, id, status: 'canceled' });
    expect(await statuses(account, property, 5, 6)).toEqual(['available', 'available']);
    await service.connection.collection('occupancies').updateOne({ _id: id as never }, left);
    await account.booking({ ...stay, id }, { version: 3 });
    expect(await statuses(account, property, 5, 6)).toEqual(['booked', 'booked']);
  });

  it('names the holder of a night and the overbooked bookings that share it, until the night passes on', async () => {
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

  it('whatever the order and number of deliveries', async () => {
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
    ['what shows a hold at a linked property', 'linked_availability', 'quote_hold'],
  ])('from the second on in which %s ends, without anybody telling it', async (_what, type, source_type) => {
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

  it('as soon as the booking is told: how soon is printed', async () => {
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

  it('and tells nothing when a booking changes in what the calendar does not show', async () => {
    const { account, property } = await aPricedProperty();
    const stay = { property_id: property, arrival: day(5), departure: day(7) };
    const id = await account.booking(stay);
    const before = (await service.eventsOf(account.userId, 'calendar', 3)).length;
    await account.booking({ ...stay, id, notes: 'late arrival' });
    await account.changeProperty(property, { name: 'Another name' });
    await account.booking({ ...stay, arrival: day(8), departure: day(9) });
    const published = await service.eventsOf(account.userId, 'calendar', before + 1);
    expect(published.length).toBe(before + 1);
    expect(published.at(-1)).toMatchObject({
      entity_id: property,
      entity: { property_id: property, changed_nights: [{ from: day(7), to: null }] },
    });
  });

  it('and tells the nights behind a block that lies in the gap which a booking requires', async () => {
    const { account, property } = await aPricedProperty();
    await account.operator.patch(`/properties/${property}/pricing`, { required_gap_after: 3 });
    const at = (arrival: number, departure: number) => ({
      ...{ property_id: property, arrival: day(arrival), departure: day(departure) },
    });
    await account.booking({ ...at(8, 9), type: 'block' });
    await account.booking(at(15, 17));
    const before = (await service.eventsOf(account.userId, 'calendar', 5)).length;
    await account.booking(at(5, 7));
    const published = await service.eventsOf(account.userId, 'calendar', before + 1);
    expect(published.at(-1)!.entity.changed_nights).toEqual([{ from: null, to: day(15) }]);
  });

  it('and nothing when the account changes in what no calendar shows', async () => {
    const { account, property } = await aPricedProperty();
    // The account's own time zone: in another one the day may have ended already, which is told too.
    const settings = { currency_code: 'EUR', time_zone: 'America/New_York' };
    const publishAccount = (entity: object) =>
      account.publish('keyhaven.identity', {
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

  it('and puts what it can never read to the dead letters', async () => {
    const { account, property } = await aPricedProperty();
    const before = service.deadLetters.length;
    await account.booking({ property_id: property, arrival: '2027-02-30', departure: day(7) });
    expect(service.deadLetters.slice(before)).toMatchObject([{ group: 'pricing.occupancies' }]);
  });

  it('of an account only', async () => {
    const { account, property } = await aPricedProperty();
    const other = await service.anAccount();
    await other.booking({ property_id: property, arrival: day(5), departure: day(7) });
    expect(await statuses(account, property, 5, 6)).toEqual(['available', 'available']);
  });
});

describe('what can never be read', () => {
  it('goes to the dead letters and holds up nothing', async () => {
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
