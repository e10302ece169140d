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

const [from, to] = [daysFromNow(1), daysFromNow(30)];
const page = `/v2/calendar?from=${from}&to=${to}`;

/** Creates an account and reads its calendars, so that the responses are cached. */
async function anAccountThatWasRead() {
  const account = await service.anAccount();
  const ids = [await account.property(), await account.property()].sort((a, b) => a - b);
  await account.operator.patch(`/properties/${ids[0]}/pricing`, { default_rate: { amount: 100 } });
  const single = `/v2/calendar/${ids[0]}?from=${from}&to=${to}`;
  const read = async () => {
    const [many, one] = [await account.api.get(page), await account.api.get(single)];
    expect([many.status, one.status]).toEqual([200, 200]);
    expect(many.body.items.find(({ property_id }: { property_id: number }) => property_id === ids[0])).toEqual(
      one.body,
    );
    return { page: many.body, etags: [many.headers.get('etag'), one.headers.get('etag')] };
  };
  const before = await read();
  expect(await read()).toEqual(before);
  return { account, property: ids[0]!, read, before };
}

interface Change {
  name: string;
  make: (account: TestAccount, property: number) => Promise<unknown>;
}

const changes: Change[] = [
  {
    name: 'a rate',
    make: (account, property) =>
      account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 250 } }),
  },
  {
    name: 'a spot rate',
    make: (account, property) =>
      account.api.patch('/v2/spotrates', [{ property_id: property, date: from, amount: 99, currency: 'EUR' }]),
  },
  {
    name: 'a season',
    make: (account) =>
      account.operator.post('/seasons', {
        ...{ name: 'All year', from: '01-01', to: '12-31', currency_code: 'EUR', rate: { amount: 300 } },
      }),
  },
  {
    name: 'a holiday',
    make: (account) =>
      account.operator.post('/holidays', { name: 'First day', from: from.slice(5), rules: { min_nights: 5 } }),
  },
  {
    name: 'a booking',
    make: (account, property) => account.booking({ property_id: property, arrival: from, departure: daysFromNow(3) }),
  },
  {
    name: 'the currency of the property',
    make: (account, property) => account.changeProperty(property, { currency_code: 'USD' }),
  },
  {
    name: 'the snooze setting of the property',
    make: (account, property) => account.changeProperty(property, { is_snoozed: true }),
  },
];

describe('a cached calendar', () => {
  it.each(changes)('gets a new body and a new ETag after a change of $name', async ({ make }) => {
    const { account, property, read, before } = await anAccountThatWasRead();
    await make(account, property);
    const after = await read();
    expect(after.page).not.toEqual(before.page);
    for (const [index, etag] of after.etags.entries()) expect(etag).not.toBe(before.etags[index]);
  });

  it('is in the list after its property is added or activated, but not after its property is deactivated', async () => {
    const { account } = await anAccountThatWasRead();
    const count = async () => (await account.api.get(page)).body.count as number;
    expect(await count()).toBe(2);
    const added = await account.property();
    expect(await count()).toBe(3);
    await account.changeProperty(added, { active: false });
    expect(await count()).toBe(2);
    await account.changeProperty(added, {});
    expect(await count()).toBe(3);
  });

  it('is cached separately for each account and each URL', async () => {
    const [one, other] = [await anAccountThatWasRead(), await anAccountThatWasRead()];
    const idsIn = async (account: TestAccount, path: string) => (await account.api.get(path)).body.items;
    expect(await idsIn(one.account, page)).toEqual(one.before.page.items);
    expect(await idsIn(other.account, page)).toEqual(other.before.page.items);
    expect(await idsIn(one.account, `${page}&limit=1`)).toEqual(one.before.page.items.slice(0, 1));
    expect(await idsIn(one.account, `${page}&limit=1&offset=1`)).toEqual(one.before.page.items.slice(1));
    expect(await idsIn(one.account, `${page}&active=false`)).toEqual([]);
  });

  it('is returned with a body even if earlier requests only received 304', async () => {
    const { account, property, read } = await anAccountThatWasRead();
    await account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 250 } });
    const etag = (await service.startReplica().then(async (replica) => {
      const { headers } = await replica.asAccount(account.userId).get(page);
      await replica.stop();
      return headers.get('etag');
    }))!;
    const headers = { 'if-none-match': etag };
    const unchanged = [await account.api.get(page, { headers }), await account.api.get(page, { headers })];
    expect(unchanged.map(({ status, body }) => [status, body])).toEqual([
      [304, undefined],
      [304, undefined],
    ]);
    expect((await read()).etags[0]).toBe(etag);
  });
});
