import { rangesOf } from '../testing/calendar-events';
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

const [day, next] = [daysFromNow(10), daysFromNow(11)];

async function stored(account: TestAccount, query = '') {
  return (await account.api.get(`/v2/spotrates${query}`)).body.items as Record<string, unknown>[];
}

describe('GET v2/spotrates', () => {
  it('accepts property_id with and without brackets, and a next_page_url in which the client has changed the offset', async () => {
    const account = await service.anAccount();
    const made = [await account.property(), await account.property(), await account.property()];
    const properties = made.sort((a, b) => a - b);
    const rates = properties.map((property_id) => ({ property_id, date: day, amount: 150, currency: 'EUR' }));
    await account.api.patch('/v2/spotrates', rates);
    const of = async (query: string) => (await stored(account, query)).map(({ property_id }) => property_id);
    expect(await of(`?property_id=${properties[1]}`)).toEqual([properties[1]]);
    expect(await of(`?property_id[]=${properties[1]}&property_id[]=${properties[2]}`)).toEqual(properties.slice(1));
    const first = await account.api.get('/v2/spotrates?limit=1');
    const moved = (first.body.next_page_url as string).replace('offset=1', 'offset=2');
    expect((await account.api.get(moved)).body.items).toMatchObject([{ property_id: properties[2] }]);
  });
});

describe('PATCH v2/spotrates', () => {
  it('lists unknown fields of the rates in the header X-Ignored', async () => {
    const account = await service.anAccount();
    const rate = { property_id: await account.property(), date: day, amount: 150, currency: 'EUR', price: 3 };
    const bare = await account.api.patch('/v2/spotrates', [rate]);
    expect([bare.status, bare.headers.get('x-ignored')]).toEqual([200, 'price']);
    const wrapped = await account.api.patch('/v2/spotrates', { rates: [rate], note: 'x' });
    expect([wrapped.status, wrapped.headers.get('x-ignored')]).toEqual([200, 'rates.price, note']);
  });

  it('accepts rates as an array or as {rates}, and returns the updated spot rates', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const bare = await account.api.patch('/v2/spotrates', [
      { property_id: String(property), date: `${day}T00:00:00.000Z`, amount: 150, currency: 'eur' },
    ]);
    expect(bare.status).toBe(200);
    expect(bare.body.items).toEqual([{ property_id: property, date: day, amount: 150 }]);
    const wrapped = await account.api.patch('/v2/spotrates', {
      rates: [{ property_id: property, date: next, amount: 160.25, currency: 'EUR', min_nights: 3 }],
    });
    expect(wrapped.body.items).toEqual([{ property_id: property, date: next, amount: 160.25, min_nights: 3 }]);
    expect(await stored(account)).toEqual([...bare.body.items, ...wrapped.body.items]);
    expect((await account.nights(property, day, next)).get(day)).toMatchObject({
      rate: { rent: 150, amount: 150, is_spot_rate: true },
    });
  });

  it('keeps fields that are not sent, clears fields that are null, and removes a spot rate without remaining fields', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const patch = (fields: object) =>
      account.api.patch('/v2/spotrates', [{ property_id: property, date: day, currency: 'EUR', ...fields }]);
    await patch({ amount: 150, min_nights: 4 });
    await patch({ is_arrival_disallowed: true });
    expect(await stored(account)).toEqual([
      { property_id: property, date: day, amount: 150, min_nights: 4, is_arrival_disallowed: true },
    ]);
    await patch({ amount: null });
    const unpriced = { property_id: property, date: day, amount: null, min_nights: 4, is_arrival_disallowed: true };
    expect(await stored(account)).toEqual([unpriced]);
    expect((await account.nights(property, day, day)).get(day)).not.toHaveProperty('rate');
    const cleared = await patch({ min_nights: null, is_arrival_disallowed: null });
    expect(cleared.body.items).toEqual([{ property_id: property, date: day, amount: null }]);
    expect(await stored(account)).toEqual([]);
  });

  it('accepts past dates, dates beyond the booking window and inactive properties', async () => {
    const account = await service.anAccount();
    const property = await account.property({ active: false });
    const dates = [daysFromNow(-400), daysFromNow(2000)];
    const { status } = await account.api.patch(
      '/v2/spotrates',
      dates.map((date) => ({ property_id: property, date, amount: 90, currency: 'EUR' })),
    );
    expect(status).toBe(200);
    expect((await stored(account)).map(({ date }) => date)).toEqual(dates);
  });

  it.each([
    ['a rate without currency', { currency: undefined }, '1.currency: is required'],
    [
      "a currency that is not the property's",
      { currency: 'USD' },
      '1.currency: USD is not accepted; the currency of property',
    ],
    ["amount null with a currency that is not the property's", { currency: 'USD', amount: null }, '1.currency: USD'],
    ['an amount of 0', { amount: 0 }, '1.amount: 0 is not accepted; expected a price greater than 0'],
    [
      'more decimals than the currency has',
      { amount: 1.234 },
      '1.amount: 1.234 is not accepted; amounts in EUR have at most 2 decimals',
    ],
    ['a date with a time', { date: `${next}T12:00:00Z` }, '1.date: "'],
    ['a date that does not exist', { date: '2027-02-30' }, '1.date: "2027-02-30" is not accepted'],
    ['the same night twice', { date: day }, `1.date: ${day} of property`],
    ['a rate that sets nothing', { amount: undefined }, '1: {'],
    ['a rate with only an unknown field', { amount: undefined, price: 5 }, '1: {'],
    ['an unknown property', { property_id: 1 }, '1.property_id: the property id 1 was not found'],
    ['an invalid property id', { property_id: -4 }, '1.property_id: -4 is not accepted'],
  ])('refuses %s, names the index of the rate, and applies no rate', async (_what, part, message) => {
    const account = await service.anAccount();
    const property = await account.property();
    const good = { property_id: property, date: day, amount: 150, currency: 'EUR' };
    const rates = [good, { ...good, date: next, ...part }];
    const bare = await account.api.patch('/v2/spotrates', rates);
    expect(bare.status).toBe(400);
    expect(bare.body.messages.join()).toContain(message);
    const wrapped = await account.api.patch('/v2/spotrates', { rates });
    expect(wrapped.body.messages.join()).toContain(`rates.${message}`);
    expect(await stored(account)).toEqual([]);
  });

  it('answers 503 while the first event of a property has not arrived', async () => {
    const account = await service.anAccount();
    const property = 2 ** 41 + account.userId;
    service.records.add(account.userId, 'property', property);
    const rates = [{ property_id: property, date: day, amount: 150, currency: 'EUR' }];
    const late = await account.api.patch('/v2/spotrates', rates);
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
    await account.changeProperty(property, { currency_code: 'EUR' });
    expect((await account.api.patch('/v2/spotrates', rates)).status).toBe(200);
  });

  it('lists the errors of all rates in one response', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const good = { property_id: property, date: day, amount: 100, currency: 'EUR' };
    const rates = [{ ...good, currency: 'USD' }, { ...good, amount: 0 }, good, { ...good, property_id: 1, date: next }];
    const { body } = await account.api.patch('/v2/spotrates', { rates: [...rates, 5] });
    expect(body.messages).toEqual([
      expect.stringContaining('rates.0.currency: USD is not accepted; the currency of property'),
      'rates.1.amount: 0 is not accepted; expected a price greater than 0',
      expect.stringContaining(`rates.2.date: ${day} of property ${property} is already in rate 0`),
      'rates.3.property_id: the property id 1 was not found or is not available',
      'rates.4: 5 is not accepted; expected an object',
    ]);
  });

  it('describes the first 50 errors, and lists only the indexes of the other wrong rates', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const rates = Array.from({ length: 5000 }, (_, index) => ({
      ...{ property_id: property, date: daysFromNow(index), amount: 100 },
      currency: index === 70 ? 'EUR' : index % 2 === 0 ? 'USD' : '',
    }));
    const { body } = await account.api.patch('/v2/spotrates', rates);
    expect(body.messages).toHaveLength(51);
    expect(body.messages[49]).toMatch(/^49\.currency: /);
    expect(body.messages[50]).toBe('and in rates 50-69, 71-4999');
    expect(await stored(account)).toEqual([]);
  });

  it('refuses more than 5,000 rates, an empty list, and bodies without a list', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const rate = { property_id: property, date: day, amount: 100, currency: 'EUR' };
    for (const body of [Array.from({ length: 5001 }, () => rate), [], {}, { rates: 5 }, 'rates', null]) {
      const { status } = await account.api.patch('/v2/spotrates', body);
      expect(status).toBe(400);
    }
  });

  it('applies 5,000 rates in one request and publishes the date ranges that changed', async () => {
    const account = await service.anAccount();
    const properties = await Promise.all(Array.from({ length: 10 }, () => account.property()));
    const patch = async (change: object) => {
      const rates = properties.flatMap((property_id) =>
        Array.from({ length: 500 }, (_, index) => ({
          ...{ property_id, date: daysFromNow(index), currency: 'EUR' },
          ...change,
        })),
      );
      const { status, body } = await account.api.patch('/v2/spotrates', rates);
      expect([status, body.count]).toEqual([200, 5000]);
    };
    const named = (amount: number) => rangesOf(service, account.userId, properties[3]!, () => patch({ amount }));
    // The first price of a night makes the night sellable, so every night of a possible stay that includes this night
    // may change.
    expect(await named(100)).toEqual([
      [
        { from: daysFromNow(-1100), to: daysFromNow(-1), categories: ['availability'] },
        { from: daysFromNow(0), to: daysFromNow(499), categories: ['availability', 'rates'] },
        { from: daysFromNow(500), to: daysFromNow(499 + 1099), categories: ['availability'] },
      ],
    ]);
    expect(await named(110)).toEqual([[{ from: daysFromNow(0), to: daysFromNow(499), categories: ['rates'] }]]);
  });

  it('invalidates no calendar if the rates change nothing', async () => {
    const account = await service.anAccount();
    const [same, changed] = [await account.property(), await account.property()];
    const rate = (property_id: number, amount: number | null) => ({ property_id, date: day, amount, currency: 'EUR' });
    await account.api.patch('/v2/spotrates', [rate(same, 100), rate(changed, 100)]);
    const versionOf = async (property: number) =>
      (await service.connection.collection('calendars').findOne({ _id: property as never }))!.calendar_version;
    const before = [await versionOf(same), await versionOf(changed)];
    const repeated = await account.api.patch('/v2/spotrates', [rate(same, 100), rate(changed, 120)]);
    expect(repeated.body.items.map(({ amount }: any) => amount)).toEqual([100, 120]);
    const cleared = await account.api.patch('/v2/spotrates', [{ ...rate(same, null), date: next }]);
    expect(cleared.body.items).toEqual([{ property_id: same, date: next, amount: null }]);
    expect([await versionOf(same), await versionOf(changed)]).toEqual([before[0], before[1] + 1]);
  });

  it('returns the same error for a property of another account as for an unknown id', async () => {
    const [account, other] = [await service.anAccount(), await service.anAccount()];
    const property = await account.property();
    const patch = async (property_id: number) =>
      (await other.api.patch('/v2/spotrates', [{ property_id, date: day, amount: 1, currency: 'EUR' }])).body;
    const [refused, unknown] = [await patch(property), await patch(1)];
    expect(JSON.stringify(refused).replace(String(property), '1')).toEqual(JSON.stringify(unknown));
    expect(refused.status_code).toBe(400);
  });

  it('applies concurrent requests one after another, so that all nights have the fields of the same request', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        account.api.patch(
          '/v2/spotrates',
          [day, next].map((date) => ({
            property_id: property,
            date,
            amount: 100 + index,
            min_nights: 1 + index,
            currency: 'EUR',
          })),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const nights = await stored(account);
    expect(nights.map(({ amount, min_nights }) => [amount, min_nights])).toEqual([
      [nights[0]!.amount, Number(nights[0]!.amount) - 99],
      [nights[0]!.amount, Number(nights[0]!.amount) - 99],
    ]);
  });
});

describe('GET v2/spotrates', () => {
  it('lists the spot rates in order of property and date, and filters them by property and date', async () => {
    const account = await service.anAccount();
    const properties = [await account.property(), await account.property()].sort((a, b) => a - b);
    const dates = Array.from({ length: 70 }, (_, index) => daysFromNow(index));
    await account.api.patch(
      '/v2/spotrates',
      properties.flatMap((property_id) => dates.map((date) => ({ property_id, date, amount: 10, currency: 'EUR' }))),
    );
    const seen: string[] = [];
    for (let url: string | null = '/v2/spotrates?limit=30'; url;) {
      const { body } = await account.api.get(url);
      seen.push(...body.items.map((item: any) => `${item.property_id}/${item.date}`));
      url = body.next_page_url;
    }
    expect(seen).toEqual(properties.flatMap((id) => dates.map((date) => `${id}/${date}`)));
    const byOffset = await account.api.get('/v2/spotrates?limit=30&offset=60');
    expect(byOffset.body.items.map((item: any) => `${item.property_id}/${item.date}`)).toEqual(seen.slice(60, 90));
    const filtered = await stored(account, `?property_ids=${properties[1]},1&from=${dates[40]}&to=${dates[42]}`);
    expect(filtered.map(({ property_id, date }) => [property_id, date])).toEqual(
      [40, 41, 42].map((index) => [properties[1], dates[index]]),
    );
  });

  it('lists no spot rates of another account', async () => {
    const [account, other] = [await service.anAccount(), await service.anAccount()];
    const property = await account.property();
    await account.api.patch('/v2/spotrates', [{ property_id: property, date: day, amount: 10, currency: 'EUR' }]);
    expect(await stored(other, `?property_ids=${property}`)).toEqual([]);
  });

  it('refuses invalid and unknown query parameters', async () => {
    const account = await service.anAccount();
    for (const query of ['?from=2027-02-30', '?limit=1001', '?property_ids=x', '?after=1', '?sinceUtc=2026-01-01']) {
      expect((await account.api.get(`/v2/spotrates${query}`)).status).toBe(400);
    }
  });
});
