import { versionIn } from '@keyhaven/testing/version-in';
import { type FeesUnderTest, startFeesUnderTest } from '../testing/fees-under-test';
import { MAX_TAXES } from '../store/tax.model';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

/** Creates an account with a property and its city tax. */
async function aCityTax(terms: Record<string, unknown> = {}) {
  const account = await fees.anAccount();
  const property_id = await account.property();
  const cityTax = { property_id, description: 'City tax', mode: 'per_guest_per_night', amount: 2.2, ...terms };
  const made = await account.operator.post('/taxes', cityTax);
  return { account, property_id, cityTax, made, id: made.body.id as number };
}

describe('a tax of a property', () => {
  it('is created by the operator, with defaults for omitted fields', async () => {
    const { account, property_id, made, id } = await aCityTax();
    expect([made.status, versionIn(made.headers)]).toEqual([200, 1]);
    expect(made.body).toEqual({
      id: expect.any(Number),
      property_id,
      description: 'City tax',
      active: true,
      position: 0,
      mode: 'per_guest_per_night',
      amount: 2.2,
      percent: null,
      applies_to: null,
      guests: 'adults_and_children',
      max_nights: null,
      exempt_from_nights: null,
      valid_from: null,
      valid_to: null,
      remitted_by_listing_site_ids: [],
      is_inclusive: false,
      created_utc: expect.any(String),
      updated_utc: made.body.created_utc,
    });
    expect((await account.operator.get(`/taxes/${id}`)).body).toEqual(made.body);
  });

  it('keeps all values of the request', async () => {
    const { account, property_id } = await aCityTax();
    const site = await account.listingSite();
    const { body } = await account.operator.post('/taxes', {
      property_id: String(property_id),
      description: 'VAT',
      active: false,
      position: 2,
      mode: 'PERCENT',
      percent: 8.875,
      applies_to: ['Cleaning', 'rent'],
      guests: 'adults',
      max_nights: 7,
      exempt_from_nights: 30,
      valid_from: '2027-01-01',
      valid_to: '2027-12-31',
      remitted_by_listing_site_ids: [site],
      is_inclusive: true,
    });
    expect(body).toMatchObject({
      property_id,
      mode: 'percent',
      percent: 8.875,
      applies_to: ['rent', 'cleaning'],
      guests: 'adults',
      max_nights: 7,
      exempt_from_nights: 30,
      valid_from: '2027-01-01',
      valid_to: '2027-12-31',
      remitted_by_listing_site_ids: [site],
      is_inclusive: true,
      active: false,
      position: 2,
    });
  });

  it('is created once if a request with an Idempotency-Key is repeated', async () => {
    const { account, cityTax } = await aCityTax();
    const key = { headers: { 'idempotency-key': 'tax' } };
    const first = await account.operator.post('/taxes', cityTax, key);
    await account.operator.patch(`/taxes/${first.body.id}`, { amount: 9 });
    expect((await account.operator.post('/taxes', cityTax, key)).body).toEqual(first.body);
    expect((await account.operator.post('/taxes', { ...cityTax, amount: 3 }, key)).status).toBe(422);
  });

  it.each([
    [{ mode: undefined }, 'mode: is required; expected one of percent, per_stay'],
    [{ description: '' }, 'description: "" is not accepted; expected a description'],
    [{ amount: null }, 'amount: is required; a tax of mode per_guest_per_night has one'],
    [{ amount: -1 }, 'amount: -1 is not accepted; expected 0 or more'],
    [{ amount: 1.005 }, 'amounts in EUR have at most 2 decimals'],
    [{ percent: 5 }, 'percent: 5 is not accepted; mode per_guest_per_night uses amount'],
    [{ mode: 'percent', amount: null, percent: 101 }, 'a tax is at most 100 percent'],
    [{ applies_to: [] }, 'expected categories, or null for every taxable charge'],
    [{ applies_to: ['rents'] }, 'applies_to.0: "rents" is not accepted; expected one of rent, cleaning'],
    [{ max_nights: 0 }, 'max_nights: 0 is not accepted'],
    [{ valid_from: '2027-02-01', valid_to: '2027-01-31' }, 'must not be before valid_from 2027-02-01'],
    [{ property_id: 77 }, 'property_id: the property id 77 was not found or is not available'],
    [{ remitted_by_listing_site_ids: [78] }, 'remitted_by_listing_site_ids: the listing site id 78 was not found'],
  ])('is refused if it has the fields %j', async (fault, message) => {
    const { account, cityTax } = await aCityTax();
    const answer = await account.operator.post('/taxes', { ...cityTax, ...fault });
    expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
  });

  it('is refused if its amount has too many decimals for the currency of the property or of the account', async () => {
    const account = await fees.anAccount('KWD');
    const add = async (currencyCode: string | null, amount: number) =>
      (
        await account.operator.post('/taxes', {
          property_id: await account.property(currencyCode),
          description: 'x',
          mode: 'per_stay',
          amount,
        })
      ).status;
    expect([await add('JPY', 200), await add('JPY', 200.5), await add(null, 0.125)]).toEqual([200, 400, 200]);
  });

  it("can still be changed after the property's currency has changed, but a new amount must fit the new currency", async () => {
    const { account, property_id, id } = await aCityTax();
    await account.property('JPY', property_id, 2);
    const sentBack = await account.operator.patch(`/taxes/${id}`, { active: false, amount: 2.2 });
    expect([sentBack.status, sentBack.body]).toMatchObject([200, { amount: 2.2, active: false }]);
    expect((await account.operator.patch(`/taxes/${id}`, { amount: 2.5 })).body.messages).toEqual([
      'amount: 2.5 is not accepted; amounts in JPY have no decimals',
    ]);
  });

  it('keeps the fields that a PATCH does not contain, and cannot move to another property', async () => {
    const { account, property_id, made, id } = await aCityTax();
    const other = await account.property();
    const { body } = await account.operator.patch(`/taxes/${id}`, { max_nights: 7, property_id });
    expect(body).toEqual({ ...made.body, max_nights: 7, updated_utc: body.updated_utc });
    expect((await account.operator.patch(`/taxes/${id}`, { property_id: other })).body.messages).toEqual([
      `property_id: ${other} is not accepted; a tax stays with its property ${property_id}`,
    ]);
    expect((await account.operator.patch(`/taxes/${id}`, { mode: 'percent' })).body.messages[0]).toContain(
      'percent: is required',
    );
    const headers = { 'if-match': '"1"' };
    expect((await account.operator.patch(`/taxes/${id}`, { max_nights: 8 }, { headers })).status).toBe(412);
  });

  it('is listed for its account and its property until it is deleted', async () => {
    const { account, cityTax, property_id, id } = await aCityTax();
    const other = await account.property();
    const second = (await account.operator.post('/taxes', { ...cityTax, property_id: other })).body.id;
    const list = async (query: string) =>
      (await account.operator.get(`/taxes?${query}`)).body.items.map((tax: { id: number }) => tax.id);
    expect([await list(''), await list(`property_id=${property_id}`)]).toEqual([[id, second], [id]]);
    expect([await list('since_utc=2020-01-01'), await list('since_utc=2190-01-01')]).toEqual([[id, second], []]);
    expect((await account.operator.delete(`/taxes/${id}`)).status).toBe(204);
    expect(await list('')).toEqual([second]);
    for (const method of ['get', 'delete'] as const)
      expect((await account.operator[method](`/taxes/${id}`)).status).toBe(404);
  });

  it('cannot be read, changed or deleted by another account, which gets a 404', async () => {
    const { id } = await aCityTax();
    const { operator } = await fees.anAccount();
    expect((await operator.get(`/taxes/${id}`)).status).toBe(404);
    expect((await operator.patch(`/taxes/${id}`, { amount: 1 })).status).toBe(404);
    expect((await operator.delete(`/taxes/${id}`)).status).toBe(404);
    expect((await operator.get('/taxes')).body.items).toEqual([]);
  });

  it('is published in an event that contains its terms only in the private part', async () => {
    const { account, property_id, id } = await aCityTax();
    await account.operator.patch(`/taxes/${id}`, { amount: 3 });
    await account.operator.delete(`/taxes/${id}`);
    const events = await fees.eventsOf(account.userId, 'tax', 3);
    expect(events.map(({ action, version, private: published }) => [action, version, published.amount])).toEqual([
      ['entity_create', 1, 2.2],
      ['entity_update', 2, 3],
      ['entity_delete', 3, 3],
    ]);
    expect(events.map(({ entity }) => Object.keys(entity).sort())).toEqual([
      ['created_utc', 'id', 'property_id', 'updated_utc'],
      ['created_utc', 'id', 'property_id', 'updated_utc'],
      ['created_utc', 'deleted_utc', 'id', 'property_id', 'updated_utc'],
    ]);
    expect(events[0]!.entity).toMatchObject({ id, property_id });
  });

  it('is refused if the property already has 50 taxes', async () => {
    const { account, cityTax, property_id } = await aCityTax();
    for (let count = 1; count < MAX_TAXES; count += 1) await account.operator.post('/taxes', cityTax);
    expect((await account.operator.post('/taxes', cityTax)).body.messages).toEqual([
      `property_id: the property ${property_id} already has 50 taxes, which is the limit`,
    ]);
  });

  it('can be read and written only with a service token', async () => {
    const { account, cityTax } = await aCityTax();
    const path = `/operator/accounts/${account.userId}/taxes`;
    expect((await account.api.post(path, cityTax)).status).toBe(401);
    expect((await fees.asNobody().get(path)).status).toBe(401);
  });
});
