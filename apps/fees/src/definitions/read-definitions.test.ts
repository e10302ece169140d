import { versionIn } from '@keyhaven/testing/version-in';
import { type FeesUnderTest, startFeesUnderTest } from '../testing/fees-under-test';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

/** Creates an account with surcharges: one for each case that the filters distinguish, named after the case. */
async function aCollection() {
  const account = await fees.anAccount();
  const [here, there] = [await account.property(), await account.property()];
  const { surcharge, discount } = account;
  const ids = {
    everywhere: (await surcharge({ amount: 50 })).id,
    here: (await surcharge({ type: 'pet', property_ids: [here] })).id,
    both: (await surcharge({ type: 'linen', property_ids: [here, there] })).id,
    there: (await surcharge({ type: 'other', category: 'pet', mode: 'per_night', property_ids: [there] })).id,
    off: (await surcharge({ active: false })).id,
    discount: (await discount({ percent: 5 })).id,
  };
  const list = async (query: string, resource = 'surcharges') => {
    const { body } = await account.api.get(`/v2/${resource}?${query}`);
    return (body.items as { id: number }[]).map(({ id }) =>
      Object.keys(ids).find((name) => ids[name as keyof typeof ids] === id),
    );
  };
  return { account, here, there, ids, list };
}

describe('the list of surcharges', () => {
  it('contains the active surcharges with all their fields, in pages ordered by id', async () => {
    const { account, list } = await aCollection();
    expect(await list('')).toEqual(['everywhere', 'here', 'both', 'there']);
    const { body } = await account.api.get('/v2/surcharges?limit=2');
    expect(body).toMatchObject({ limit: 2, offset: 0, count: 2 });
    expect(body.items[0]).toEqual((await account.api.get(`/v2/surcharges/${body.items[0].id}`)).body);
    const next = (await account.api.get(body.next_page_url)).body;
    expect([next.count, next.next_page_url]).toEqual([2, null]);
  });

  it.each([
    ['active=false', ['off']],
    ['active=all', ['everywhere', 'here', 'both', 'there', 'off']],
    ['active=True', ['everywhere', 'here', 'both', 'there']],
    ['type=pet', ['here']],
    ['type=pet&type=LINEN', ['here', 'both']],
    ['type=pet,linen', ['here', 'both']],
    ['type=pet,', ['here']],
    ['type=pet, linen,,', ['here', 'both']],
    ['type=', ['everywhere', 'here', 'both', 'there']],
    ['type=,&type=', ['everywhere', 'here', 'both', 'there']],
    ['type=rate_adjuster', []],
    ['category=pet', ['here', 'there']],
    ['mode=per_night', ['there']],
    ['mode=PerNight&category=cleaning', []],
    ['since_utc=2020-01-01', ['everywhere', 'here', 'both', 'there']],
    ['since_utc=2190-01-01', []],
    ['unknown=1', ['everywhere', 'here', 'both', 'there']],
  ])('contains exactly the surcharges that match the query %s', async (query, names) => {
    const { list } = await aCollection();
    expect(await list(query)).toEqual(names);
  });

  it('contains for a property_id the surcharges of this property and those that apply to all properties', async () => {
    const { list, here, there } = await aCollection();
    expect(await list(`property_id=${here}`)).toEqual(['everywhere', 'here', 'both']);
    expect(await list(`property_id=${there}`)).toEqual(['everywhere', 'both', 'there']);
    expect(await list(`property_id=${there}&type=other`)).toEqual(['there']);
  });

  it('contains for several property ids the surcharges that can apply to at least one of these properties', async () => {
    const { list, here, there } = await aCollection();
    const all = ['everywhere', 'here', 'both', 'there'];
    expect(await list(`property_ids=${here}`)).toEqual(['everywhere', 'here', 'both']);
    expect(await list(`property_ids=${here},${there}`)).toEqual(all);
    expect(await list(`property_id=${here}&property_id=${there}`)).toEqual(all);
    expect(await list(`property_ids[]=${here}&property_ids[]=${there}`)).toEqual(all);
    expect(await list(`property_ids=${here}`, 'discounts')).toEqual(['discount']);
  });

  it('treats a property of another account like an unknown id', async () => {
    const { list } = await aCollection();
    const foreign = await (await fees.anAccount()).property();
    expect(await list(`property_id=${foreign}`)).toEqual(await list('property_id=999999999'));
  });

  it('changes when the property_ids of a surcharge change', async () => {
    const { account, list, ids, here, there } = await aCollection();
    await account.api.patch(`/v2/surcharges/${ids.everywhere}`, { property_ids: [there] });
    expect(await list(`property_id=${here}`)).toEqual(['here', 'both']);
    await account.api.patch(`/v2/surcharges/${ids.everywhere}`, { property_ids: [] });
    expect(await list(`property_id=${here}`)).toEqual(['everywhere', 'here', 'both']);
  });

  it('contains with since_utc only the surcharges that have changed since that time', async () => {
    const { account, list, ids } = await aCollection();
    const definitions = fees.connection.collection('definitions');
    await definitions.updateMany({ user_id: account.userId }, { $set: { updated_utc: new Date('2021-05-05') } });
    expect(await list('since_utc=2021-05-06')).toEqual([]);
    await account.api.patch(`/v2/surcharges/${ids.both}`, { amount: 3 });
    expect(await list('since_utc=2021-05-06')).toEqual(['both']);
    expect(await list('since_utc=2021-05-05T00:00:00Z')).toEqual(['everywhere', 'here', 'both', 'there']);
  });

  it.each([
    ['type=towels', 'type: "towels" is not accepted; expected one of cleaning'],
    ['type=pet&type=early_bird', 'early_bird belongs to v2/discounts'],
    ['category=x', 'category: "x" is not accepted; expected one of'],
    ['mode=x', 'mode: "x" is not accepted; expected one of'],
    ['property_id=x', 'property_id: "x" is not accepted; "x" is not an id'],
    ['limit=1001', 'limit: "1001" is not accepted'],
    ['active=maybe', 'active: "maybe" is not accepted; expected true, false or all'],
    ['sinceUtc=2020-01-01', 'use since_utc'],
  ])('is refused if the query is %s', async (query, message) => {
    const { api } = await fees.anAccount();
    const answer = await api.get(`/v2/surcharges?${query}`);
    expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('the list of discounts', () => {
  it('is refused with a single message if the query contains several unknown types', async () => {
    const { api } = await fees.anAccount();
    const answer = await api.get('/v2/discounts?type=towels,hats&type=towels');
    expect([answer.status, answer.body.messages]).toEqual([400, [expect.stringContaining('expected one of')]]);
  });

  it('contains only discounts', async () => {
    const { list, account } = await aCollection();
    expect(await list('', 'discounts')).toEqual(['discount']);
    expect(await list('type=promotion&mode=percent_of_rent', 'discounts')).toEqual(['discount']);
    expect((await account.api.get('/v2/discounts?type=pet')).body.messages[0]).toContain(
      'pet belongs to v2/surcharges',
    );
  });
});

describe('GET v1/surcharges/{id}', () => {
  it('returns a surcharge in camelCase', async () => {
    const { api, surcharge } = await fees.anAccount();
    const made = await surcharge({
      amount: 40,
      criteria: { stay_dates: [{ from: '2027-01-01' }], days_before_arrival: { min: 3 } },
    });
    const { status, body, headers } = await api.get(`/v1/surcharges/${made.id}`);
    expect([status, versionIn(headers)]).toEqual([200, 1]);
    expect(body).toMatchObject({
      id: made.id,
      type: 'cleaning',
      currencyCode: 'EUR',
      amountsBy: 'nights',
      propertyIds: [],
      isTaxable: true,
      ownerCommissionPercent: null,
      criteria: { stayDates: [{ from: '2027-01-01', to: null }], daysBeforeArrival: { min: 3, max: null } },
      createdUtc: made.created_utc,
    });
    expect(JSON.stringify(Object.keys(body))).not.toContain('_');
  });

  it('returns no discount, and no surcharge of another account', async () => {
    const [own, other] = [await fees.anAccount(), await fees.anAccount()];
    const [{ id }, discount] = [await own.surcharge(), await own.discount()];
    expect((await other.api.get(`/v1/surcharges/${id}`)).status).toBe(404);
    expect((await own.api.get(`/v1/surcharges/${discount.id}`)).status).toBe(404);
  });
});

describe('v2/taxes', () => {
  it('does not exist, because taxes are not public', async () => {
    const { api } = await fees.anAccount();
    expect((await api.get('/v2/taxes')).status).toBe(404);
  });
});
