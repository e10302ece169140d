import { services } from '@keyhaven/contracts/platform/services';
import { accountId } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { countRequestCommands } from '@keyhaven/testing/count-request-commands';
import { times } from '@keyhaven/testing/sample';
import fc from 'fast-check';
import { createSeason } from '../seasons/write-seasons';
import { judgeStay } from '../stays/domain/judge-stay';
import { type OtherProcess, startOtherProcess } from '../testing/other-process';
import { publishedAdjuster } from '../testing/published-adjuster';
import {
  daysFromNow as day,
  type PricingUnderTest,
  startPricingUnderTest,
  type TestAccount,
} from '../testing/pricing-under-test';
import { KnownSources } from './known-sources';

let service: PricingUnderTest;
let replica: Awaited<ReturnType<PricingUnderTest['startReplica']>>;
beforeAll(async () => {
  service = await startPricingUnderTest();
  replica = await service.startReplica();
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

interface Place {
  account: TestAccount;
  property: number;
}

async function aPlace(): Promise<Place> {
  const account = await service.anAccount();
  const property = await account.property();
  await account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 100 } });
  return { account, property };
}

/** Prices a stay from day 5 to day 8. Returns the rents, and the reasons why the stay cannot be sold. */
async function priceOf({ account, property }: Place, client = service.asOperator(), headers = {}) {
  const stay = { user_id: account.userId, property_id: property, arrival: day(5), departure: day(8) };
  const { status, body } = await client.post('/internal/stays/price', stay, { headers });
  expect(status).toBe(200);
  if (body.outcome !== 'priced') return body.outcome as string;
  return {
    rents: body.nights.map(({ rent }: { rent: number }) => rent) as number[],
    rules: body.broken_rules.map(({ rule }: { rule: string }) => rule) as string[],
    taken: body.taken_nights as string[],
  };
}

const sellable = { rents: [100, 100, 100], rules: [], taken: [] };
const seasonOf = ({ property }: Place) => {
  return { name: 'Fair', from: day(6), to: day(6), rate: { amount: 130 }, property_ids: [property] };
};
const inSeason = { ...sellable, rents: [100, 130, 100] };

const changes: [string, (place: Place) => Promise<unknown>, unknown][] = [
  [
    'a rate of the property',
    ({ account, property }) =>
      account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 90 } }),
    { ...sellable, rents: [90, 90, 90] },
  ],
  [
    'a rule of the property',
    ({ account, property }) => account.operator.patch(`/properties/${property}/pricing`, { rules: { min_nights: 5 } }),
    { ...sellable, rules: ['min_nights'] },
  ],
  ['a season', (place) => place.account.operator.post('/seasons', seasonOf(place)), inSeason],
  [
    'a spot rate',
    ({ account, property }) =>
      account.api.patch('/v2/spotrates', [{ property_id: property, date: day(7), amount: 150, currency: 'EUR' }]),
    { ...sellable, rents: [100, 100, 150] },
  ],
  [
    'a booking',
    ({ account, property }) => account.booking({ property_id: property, arrival: day(6), departure: day(7) }),
    { ...sellable, taken: [day(6)] },
  ],
  [
    'the snooze setting of the property',
    ({ account, property }) => account.changeProperty(property, { is_snoozed: true }),
    { ...sellable, rules: ['snoozed'] },
  ],
];

describe('prices of stays, computed from data that several processes cache', () => {
  it.each(changes)('reflect a change of %s in every process', async (_what, change, expected) => {
    const place = await aPlace();
    expect([await priceOf(place), await priceOf(place, replica.asOperator())]).toEqual([sellable, sellable]);
    await change(place);
    expect([await priceOf(place), await priceOf(place, replica.asOperator())]).toEqual([expected, expected]);
  });

  it('reflect the change and the deletion of a season in every process', async () => {
    const place = await aPlace();
    const { operator } = place.account;
    const { body: made } = await operator.post('/seasons', seasonOf(place));
    expect(await priceOf(place, replica.asOperator())).toEqual(inSeason);
    await operator.patch(`/seasons/${made.id}`, { rate: { amount: 140 } });
    expect(await priceOf(place, replica.asOperator())).toEqual({ ...sellable, rents: [100, 140, 100] });
    await operator.delete(`/seasons/${made.id}`);
    expect(await priceOf(place, replica.asOperator())).toEqual(sellable);
  });

  it('need only one database read if the property has not changed', async () => {
    const place = await aPlace();
    await priceOf(place);
    const client = service.asOperator();
    expect(await countRequestCommands((headers) => priceOf(place, client, headers))).toBe(1);
  });

  it.each([true, false])(
    'include a change by a process of the first release (the calendar has the field `terms`: %s)',
    async (hasTerms) => {
      const place = await aPlace();
      const calendars = service.connection.collection<{ _id: number }>('calendars');
      const ofProperty = { _id: place.property };
      if (!hasTerms) await calendars.updateOne(ofProperty, { $unset: { terms: '' } });
      expect(await priceOf(place)).toEqual(sellable);
      const rates = service.connection.collection<{ _id: number }>('property_pricing');
      const written = { $inc: { revision: 1, version: 1 } };
      await rates.updateOne(ofProperty, { ...written, $set: { 'default_rate.amount': 90 } });
      // A process of the first release bumps the version and keeps all other fields.
      const bumped = { $inc: { ...written.$inc, calendar_version: 1 }, $set: { updated_utc: new Date() } };
      await calendars.updateOne(ofProperty, bumped);
      expect(await priceOf(place)).toEqual({ ...sellable, rents: [90, 90, 90] });
      await place.account.booking({ property_id: place.property, arrival: day(6), departure: day(7) });
      expect(await priceOf(place)).toEqual({ rents: [90, 90, 90], rules: [], taken: [day(6)] });
    },
  );

  it('need only two database reads if only stays have changed', async () => {
    const place = await aPlace();
    await priceOf(place);
    await place.account.booking({ property_id: place.property, arrival: day(6), departure: day(7) });
    const client = service.asOperator();
    expect(await countRequestCommands((headers) => priceOf(place, client, headers))).toBe(2);
    expect(await priceOf(place)).toEqual({ ...sellable, taken: [day(6)] });
  });

  it('are never outdated: a change fails if the cached data cannot be invalidated', async () => {
    const place = await aPlace();
    const other = await startOtherProcess(service);
    jest.spyOn(other.store.calendars, 'update').mockRejectedValue(new Error('the calendar is unavailable'));
    const input = { ...seasonOf(place), rate: { amount: 130, by_weekday: {} } };
    const made = createSeason(other.store, { accountId: accountId(place.account.userId) }, input);
    await expect(made).rejects.toThrow('the calendar is unavailable');
    await other.stop();
  });
});

describe('the cached data from which nights are computed', () => {
  let process: OtherProcess;
  beforeAll(async () => {
    process = await startOtherProcess(service);
  });
  afterAll(() => process.stop());

  const someDay = day(20);
  const at = (time: string) => new Date(`${someDay}T${time}:00Z`);
  const night = { from: day(20), to: day(20) };

  /** Creates a property in the time zone UTC. Returns a loader that uses the cache of one process. */
  async function aKnownPlace(pricing: Record<string, unknown> = {}) {
    const account = await service.anAccount({ currency_code: 'EUR' });
    const property = await account.property({ time_zone: 'UTC', currency_code: null });
    await account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 100 }, ...pricing });
    const known = new KnownSources(process.store);
    const load = async (now: Date, range = night, ignored?: number, from = known) => {
      const scope = { accountId: accountId(account.userId) };
      return (await from.of(scope, property, range, now, ignored))!.sources;
    };
    /** Loads the sources without a cache. */
    const loadFresh = (now: Date, range = night) => load(now, range, undefined, new KnownSources(process.store));
    const commandsOf = jest.spyOn(process.store.occupancies, 'find');
    return { account, property, load, loadFresh, commandsOf };
  }
  afterEach(() => jest.restoreAllMocks());

  const stay = { arrival: day(20), departure: day(21) };
  const hold = (property: number, expires: string) =>
    [{ property_id: property, type: 'quote_hold', ...stay }, { private: { expires_utc: expires } }] as const;

  it('contains the time of the current load, which the error for a late same-day arrival shows', async () => {
    const { load, commandsOf } = await aKnownPlace({ same_day_until: '09:00' });
    expect((await load(at('10:00'))).now).toEqual({ date: someDay, time: '10:00' });
    const later = await load(at('10:31'));
    expect(judgeStay(later, stay).brokenRules.map(({ message }) => message)).toEqual([
      expect.stringContaining('accepted before 09:00, and it is 10:31 at the property'),
    ]);
    expect(commandsOf).toHaveBeenCalledTimes(1);
  });

  it('disallows an arrival today after same_day_until, and an arrival on a day that has ended', async () => {
    const { load } = await aKnownPlace({ same_day_until: '18:00' });
    const refusalAt = async (now: Date) => judgeStay(await load(now), stay).brokenRules.map(({ message }) => message);
    expect(await refusalAt(at('17:59'))).toEqual([]);
    expect(await refusalAt(at('18:00'))).toEqual([expect.stringContaining('it is 18:00 at the property')]);
    const midnight = new Date(`${addDays(someDay, 1)}T00:00:00Z`);
    expect(await refusalAt(midnight)).toEqual([
      expect.stringContaining(`it is before today, ${addDays(someDay, 1)} at the property`),
    ]);
  });

  it('expires when same-day arrivals end, and when the day ends at the property', async () => {
    const { load, commandsOf } = await aKnownPlace({ same_day_until: '18:00' });
    for (const time of ['17:00', '17:59', '18:00', '23:59']) await load(at(time));
    expect(commandsOf).toHaveBeenCalledTimes(2);
    await load(new Date(`${addDays(someDay, 1)}T00:00:00Z`));
    expect(commandsOf).toHaveBeenCalledTimes(3);
  });

  it('is loaded again when the clock is set back, because a hold that had expired is then valid again', async () => {
    const { account, property, load } = await aKnownPlace();
    await account.booking(...hold(property, `${someDay}T11:00:00Z`));
    expect((await load(at('12:00'))).occupancies).toEqual([]);
    expect((await load(at('10:00'))).occupancies).toHaveLength(1);
  });

  it('no longer contains a hold that has expired since the data was cached', async () => {
    const { account, property, load } = await aKnownPlace();
    await account.booking(...hold(property, `${someDay}T11:00:00Z`));
    expect(judgeStay(await load(at('10:00')), stay).takenNights).toEqual([someDay]);
    expect(judgeStay(await load(at('11:00')), stay).takenNights).toEqual([]);
  });

  it('omits the hold of a quote only in requests that change this quote', async () => {
    const { account, property, load } = await aKnownPlace();
    const own = await account.booking(...hold(property, `${day(30)}T00:00:00Z`));
    const source = { source_booking_id: own, source_type: 'quote_hold', expires_utc: `${day(30)}T00:00:00Z` };
    await account.booking({ property_id: property, type: 'linked_availability', ...stay }, { private: source });
    expect((await load(at('10:00'))).occupancies).toHaveLength(2);
    expect((await load(at('10:00'), night, own)).occupancies).toEqual([]);
    expect((await load(at('10:00'))).occupancies).toHaveLength(2);
  });

  it('is loaded again for a stay that is later than the loaded period', async () => {
    const { account, property, load } = await aKnownPlace();
    const later = day(1700);
    const rate = { property_id: property, date: later, amount: 150, currency: 'EUR' };
    expect((await account.api.patch('/v2/spotrates', [rate])).status).toBe(200);
    expect((await load(at('10:00'))).spotRates.size).toBe(0);
    expect((await load(at('10:00'), { from: later, to: later })).spotRates.get(later)).toMatchObject({
      amountMinor: 15_000,
    });
  });

  it('is loaded again after a failover, even if a new write has the version number that was rolled back', async () => {
    const { account, property, load, loadFresh } = await aKnownPlace();
    const calendars = service.connection.collection<{ _id: number }>('calendars');
    const before = (await calendars.findOne({ _id: property }))!;
    await account.booking(...hold(property, `${day(30)}T00:00:00Z`));
    expect((await load(at('10:00'))).occupancies).toHaveLength(1);
    await service.connection.collection('occupancies').deleteMany({ property_id: property });
    await calendars.replaceOne({ _id: property }, before);
    await account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 90 } });
    expect(await load(at('10:00'))).toEqual(await loadFresh(at('10:00')));
    expect((await load(at('10:00'))).occupancies).toEqual([]);
  });

  const changed: [string, (place: Place) => Promise<unknown>][] = [
    [
      'the currency of the account',
      ({ account }) =>
        account.publish(services.identity.topic, {
          entity_type: 'account',
          entity_id: account.userId,
          entity: { currency_code: 'GBP', time_zone: 'UTC', is_property_management: false },
          version: 2,
        }),
    ],
    [
      'a rate adjuster',
      ({ account }) => {
        const id = account.userId * 10;
        const entity = { id, ...publishedAdjuster };
        return account.publish(services.fees.topic, { entity_type: 'surcharge', entity_id: id, entity });
      },
    ],
    ['a holiday', ({ account }) => account.operator.post('/holidays', { name: 'Fair', from: someDay, to: someDay })],
  ];
  it.each(changed)('is loaded again after a change of %s', async (_what, change) => {
    const { account, property, load, loadFresh } = await aKnownPlace();
    const before = await load(at('10:00'));
    await change({ account, property });
    const after = await load(at('10:00'));
    expect(after).not.toEqual(before);
    expect(after).toEqual(await loadFresh(at('10:00')));
  });

  it('equals data that is loaded without a cache, after any changes of stays and other data', async () => {
    const stay = fc.record({
      number: fc.nat(3),
      status: fc.constantFrom('active', 'active', 'canceled'),
      arrival: fc.integer({ min: 5, max: 35 }),
    });
    const price = fc.record({
      of: fc.constantFrom('rate', 'holiday', 'spot rate'),
      amount: fc.integer({ min: 50, max: 150 }),
    });
    const rounds = fc.array(fc.record({ stay: fc.option(stay), price: fc.option(price) }), {
      minLength: 8,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(rounds, async (changes) => {
        const { account, property, load, loadFresh } = await aKnownPlace();
        const writePrice = ({ of, amount }: { of: string; amount: number }) => {
          if (of === 'rate')
            return account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount } });
          if (of === 'holiday')
            return account.operator.post('/holidays', { name: 'Fair', from: day(amount), to: day(160) });
          return account.api.patch('/v2/spotrates', [
            { property_id: property, date: day(20), amount, currency: 'EUR' },
          ]);
        };
        let version = 0;
        const moveStay = ({ number, status, arrival }: { number: number; status: string; arrival: number }) => {
          const dates = { arrival: day(arrival), departure: day(arrival + 2) };
          const id = account.userId * 100 + number;
          return account.booking({ id, property_id: property, status, ...dates }, { version: ++version });
        };
        await load(at('10:00'));
        for (const { stay, price } of changes) {
          await Promise.all([stay && moveStay(stay), price && writePrice(price)]);
          expect(await load(at('10:00'))).toEqual(await loadFresh(at('10:00')));
        }
      }),
      { numRuns: times(20, 6) },
    );
  });
});
