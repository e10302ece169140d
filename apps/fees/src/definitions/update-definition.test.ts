import { versionIn } from '@keyhaven/testing/version-in';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import { type FeesUnderTest, startFeesUnderTest, type TestAccount } from '../testing/fees-under-test';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

const tiered = {
  type: 'guest',
  amounts: [
    { from: 1, to: 4, amount: 0 },
    { from: 5, amount: 10 },
  ],
  criteria: { nights: { min: 2 }, weekdays: ['friday'] },
};

describe('PATCH of a surcharge', () => {
  it('changes only the fields in the request, the version and updated_utc', async () => {
    const account = await fees.anAccount();
    const { api } = account;
    const properties = [await account.property(), await account.property()];
    const site = await account.listingSite();
    const anyOf = <Field extends string, Value>(field: Field, ...values: Value[]) =>
      fc.constantFrom(...values).map((value): [string, unknown] => [field, value]);
    const patches = fc.oneof(
      fc
        .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'abc é') })
        .map((text): [string, unknown] => ['description', `x${text}`.trim()]),
      anyOf('active', true, false),
      anyOf('category', 'cleaning', 'linen', 'utilities'),
      anyOf('mode', 'per_stay', 'per_night', 'per_guest', 'percent_of_rent', 'percent_of_subtotal'),
      fc.integer({ min: 0, max: 1_000_000 }).map((cents): [string, unknown] => ['amount', cents / 100]),
      anyOf('amount', null),
      fc.integer({ min: 0, max: 100_000 }).map((thousandths): [string, unknown] => ['percent', thousandths / 1000]),
      anyOf('amounts', [], [{ from: 2, to: null, amount: 5, percent: null }]),
      anyOf('amounts_by', 'nights', 'pets'),
      anyOf('included', 0, 3),
      anyOf('currency_code', 'EUR', 'USD'),
      anyOf('position', 0, 7),
      anyOf('property_ids', [], properties, [properties[1]]),
      anyOf('listing_site_ids', [], [site]),
      anyOf('season_ids', [], [3, 1]),
      anyOf('is_taxable', true, false),
      anyOf('is_combinable', true, false),
      anyOf('is_expense_all', true, false),
      anyOf('owner_commission_percent', null, 20.5),
    );
    for (const season of [1, 3]) fees.records.add(account.userId, 'season', season);
    let present = await account.surcharge({ type: 'other' });
    let version = 1;
    await fc.assert(
      fc.asyncProperty(patches, async ([field, value]) => {
        const answer = await api.patch(`/v2/surcharges/${present.id}`, { [field]: value });
        if (answer.status === 200) {
          const expected = { ...present, [field]: value };
          if (JSON.stringify(present) !== JSON.stringify(expected)) version += 1;
          expect({ ...answer.body, updated_utc: '' }).toEqual({ ...expected, updated_utc: '' });
          present = answer.body;
        } else expect(answer.status).toBe(400);
        const read = await api.get(`/v2/surcharges/${present.id}`);
        expect([read.body, versionIn(read.headers)]).toEqual([present, version]);
      }),
      { numRuns: times(80, 20) },
    );
    expect(version).toBeGreaterThan(times(10, 2));
  });

  it('replaces amounts and criteria completely if the request contains them', async () => {
    const { api, surcharge } = await fees.anAccount();
    const { id } = await surcharge(tiered);
    const amounts = [{ from: 3, to: null, amount: 7, percent: null }];
    const once = (await api.patch(`/v2/surcharges/${id}`, { amounts })).body;
    expect(once).toMatchObject({ amounts, criteria: { nights: { min: 2, max: null }, weekdays: ['friday'] } });
    const twice = (await api.patch(`/v2/surcharges/${id}`, { criteria: { guests: { max: 6 } } })).body;
    expect(twice).toMatchObject({ amounts, criteria: { guests: { min: null, max: 6 }, nights: null, weekdays: [] } });
    const cleared = (await api.patch(`/v2/surcharges/${id}`, { amounts: null, criteria: null, property_ids: null }))
      .body;
    expect(cleared).toMatchObject({ amounts: [], criteria: { guests: null }, property_ids: [] });
  });

  it('sorts the bands of amounts by their lower limits', async () => {
    const { api, surcharge } = await fees.anAccount();
    const { id, amounts } = await surcharge(tiered);
    const [first, second] = amounts;
    const answer = await api.patch(`/v2/surcharges/${id}`, { amounts: [second, first] });
    expect([answer.body.amounts, versionIn(answer.headers)]).toEqual([[first, second], 1]);
  });

  it('changes nothing if the request contains the whole record as a GET returned it', async () => {
    const { api, surcharge } = await fees.anAccount();
    const made = await surcharge(tiered);
    const answer = await api.patch(`/v2/surcharges/${made.id}`, made);
    expect([answer.status, answer.body, versionIn(answer.headers)]).toEqual([200, made, 1]);
  });

  it('cannot change the type', async () => {
    const { api, surcharge } = await fees.anAccount();
    const { id } = await surcharge();
    const path = `/v2/surcharges/${id}`;
    expect((await api.patch(path, { type: 'Cleaning', amount: 5 })).body).toMatchObject({
      type: 'cleaning',
      amount: 5,
    });
    expect(await api.patch(path, { type: 'pet', amount: 6 })).toMatchObject({
      status: 400,
      body: { messages: ['type: "pet" is not accepted; the type of a surcharge never changes, this one is cleaning'] },
    });
    expect((await api.patch(path, { type: 'promotion' })).body.messages[0]).toContain(
      'promotion belongs to v2/discounts',
    );
    expect((await api.get(path)).body).toMatchObject({ type: 'cleaning', amount: 5 });
  });

  it.each([
    [{ id: 1 }, 'id: 1 is not accepted; ids are assigned by the server'],
    [{ created_utc: '2020-01-01T00:00:00Z' }, 'created_utc: "2020-01-01T00:00:00Z" is not accepted'],
    [{ deleted_utc: '2020-01-01T00:00:00Z' }, 'deleted_utc: "2020-01-01T00:00:00Z" is not accepted'],
    [{ description: null }, 'description: null is not accepted'],
    [{ mode: 'percent_of_rent' }, 'amounts.0.percent: is required; each band of mode percent_of_rent has one'],
    [{ currency_code: 'JPY', amounts: [{ from: 1, amount: 2.5 }] }, 'amounts in JPY have no decimals'],
    [{ percent: 5 }, 'percent: 5 is not accepted; mode per_guest_per_night uses amount'],
    [{ amounts: [{ from: 1, amount: -5 }] }, 'amounts.0.amount: -5 is not accepted'],
    [
      {
        amounts: [
          { from: 5, amount: -5 },
          { from: 1, to: 4, amount: 5 },
        ],
      },
      'amounts.0.amount: -5 is not accepted',
    ],
    [{ property_ids: [99] }, 'property_ids: the property id 99 was not found or is not available'],
  ])('is refused and changes nothing if the request contains %j', async (patch, message) => {
    const { api, surcharge } = await fees.anAccount();
    const made = await surcharge(tiered);
    const answer = await api.patch(`/v2/surcharges/${made.id}`, { ...patch, position: 5 });
    expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
    expect((await api.get(`/v2/surcharges/${made.id}`)).body).toEqual(made);
  });

  it('cannot set a currency without decimals if the amount has decimals', async () => {
    const { api, surcharge } = await fees.anAccount();
    const { id } = await surcharge({ amount: 12.5 });
    expect((await api.patch(`/v2/surcharges/${id}`, { currency_code: 'JPY' })).body.messages).toEqual([
      'amount: 12.5 is not accepted; amounts in JPY have no decimals',
    ]);
    expect((await api.patch(`/v2/surcharges/${id}`, { currency_code: 'JPY', amount: 1300 })).status).toBe(200);
  });

  it('can change the mode, and keeps a value that the new mode does not use', async () => {
    const { api, surcharge } = await fees.anAccount();
    const { id } = await surcharge({ amount: 12.5 });
    const { body } = await api.patch(`/v2/surcharges/${id}`, { mode: 'percent_of_rent', percent: 10 });
    expect(body).toMatchObject({ mode: 'percent_of_rent', percent: 10, amount: 12.5 });
    expect((await api.patch(`/v2/surcharges/${id}`, { ...body, active: false })).body).toMatchObject({ amount: 12.5 });
  });

  it('is refused if If-Match does not contain the current version', async () => {
    const { api, surcharge } = await fees.anAccount();
    const { id } = await surcharge();
    const patch = (amount: number, version: string) =>
      api.patch(`/v2/surcharges/${id}`, { amount }, { headers: { 'if-match': version } });
    expect((await patch(1, '"2"')).status).toBe(412);
    expect(versionIn((await patch(1, '"1"')).headers)).toBe(2);
    expect((await patch(2, '"1"')).status).toBe(412);
  });

  it('loses none of the changes of concurrent requests', async () => {
    const { userId, api, surcharge } = await fees.anAccount();
    fees.records.add(userId, 'season', 1);
    const { id } = await surcharge();
    const patches = [{ amount: 9 }, { position: 4 }, { active: false }, { season_ids: [1] }, { included: 2 }];
    const answers = await Promise.all(patches.map((patch) => api.patch(`/v2/surcharges/${id}`, patch)));
    expect(answers.map(({ status }) => status)).toEqual(patches.map(() => 200));
    expect((await api.get(`/v2/surcharges/${id}`)).body).toMatchObject(Object.assign({}, ...patches));
  });
});

describe('a request for a surcharge or discount', () => {
  const requests: [string, (account: TestAccount, path: string) => Promise<{ status: number }>][] = [
    ['GET', ({ api }, path) => api.get(path)],
    ['PATCH', ({ api }, path) => api.patch(path, { active: false })],
    ['DELETE', ({ api }, path) => api.delete(path)],
  ];

  it.each(requests)('gets a 404 if the record belongs to another account (%s)', async (_method, request) => {
    const [own, other] = [await fees.anAccount(), await fees.anAccount()];
    const { id } = await own.surcharge();
    const answer = await request(other, `/v2/surcharges/${id}`);
    expect(answer).toMatchObject({ status: 404, body: (await other.api.get('/v2/surcharges/987654321')).body });
    expect((await own.api.get(`/v2/surcharges/${id}`)).body.active).toBe(true);
  });

  it.each(requests)(
    'gets a 404 for a surcharge in v2/discounts and for a discount in v2/surcharges (%s)',
    async (_method, request) => {
      const account = await fees.anAccount();
      const [surcharge, discount] = [await account.surcharge(), await account.discount()];
      expect((await request(account, `/v2/discounts/${surcharge.id}`)).status).toBe(404);
      expect((await request(account, `/v2/surcharges/${discount.id}`)).status).toBe(404);
      expect((await account.api.get(`/v2/surcharges/${surcharge.id}`)).body).toEqual(surcharge);
      expect((await account.api.get(`/v2/discounts/${discount.id}`)).body).toEqual(discount);
    },
  );
});

describe('PATCH of a discount', () => {
  it('changes only the fields in the request, and checks them by the rules for discounts', async () => {
    const { api, discount } = await fees.anAccount();
    const made = await discount({ percent: 10 });
    const path = `/v2/discounts/${made.id}`;
    const { body } = await api.patch(path, { is_combinable: true });
    expect(body).toEqual({ ...made, is_combinable: true, updated_utc: body.updated_utc });
    expect((await api.patch(path, { percent: 0 })).body.messages[0]).toContain('discounts are positive');
    expect((await api.patch(path, { type: 'cleaning' })).body.messages[0]).toContain(
      'cleaning belongs to v2/surcharges',
    );
    expect((await api.patch(path, { type: 'early_bird' })).body.messages[0]).toContain(
      'type of a discount never changes',
    );
  });
});
