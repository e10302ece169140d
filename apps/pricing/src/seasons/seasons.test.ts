import { until } from '@keyhaven/testing/until';
import { versionIn } from '@keyhaven/testing/version-in';
import { type PricingUnderTest, startPricingUnderTest, daysFromNow } from '../testing/pricing-under-test';

let service: PricingUnderTest;
beforeAll(async () => {
  service = await startPricingUnderTest();
});
afterAll(() => service.stop());

const summer = { name: 'Summer', from: '06-15', to: '09-15', rate: { amount: 180, by_weekday: { saturday: 210 } } };

describe('seasons', () => {
  it('are stored with their rates and rules, and published', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const made = await account.operator.post('/seasons', {
      ...summer,
      property_ids: [String(property)],
      rules: { min_nights: 5, no_arrival_weekdays: ['Sunday'] },
    });
    expect(made.status).toBe(200);
    expect(versionIn(made.headers)).toBe(1);
    expect(made.body).toMatchObject({
      ...summer,
      property_ids: [property],
      currency_code: 'EUR',
      rules: { min_nights: 5, max_nights: null, no_arrival_weekdays: ['sunday'] },
    });
    expect((await account.operator.get(`/seasons/${made.body.id}`)).body).toEqual(made.body);
    const [event] = await service.eventsOf(account.userId, 'season', 1);
    expect(event).toMatchObject({ action: 'entity_create', entity_id: made.body.id, entity: { name: 'Summer' } });
  });

  it('keep the fields and rules that a PATCH does not contain', async () => {
    const account = await service.anAccount();
    await account.property();
    const { body: made } = await account.operator.post('/seasons', {
      ...summer,
      rules: { min_nights: 5, max_nights: 20 },
    });
    const { status, body } = await account.operator.patch(`/seasons/${made.id}`, { rules: { min_nights: 3 } });
    expect(status).toBe(200);
    expect({ ...body, updated_utc: '' }).toEqual({ ...made, updated_utc: '', rules: { ...made.rules, min_nights: 3 } });
  });

  it('are created once if a request with an Idempotency-Key is repeated', async () => {
    const account = await service.anAccount();
    await account.property();
    const key = { 'idempotency-key': 'season-1' };
    const first = await account.operator.post('/seasons', summer, key);
    const again = await account.operator.post('/seasons', summer, key);
    expect(again.body).toEqual(first.body);
    expect((await account.operator.get('/seasons')).body.count).toBe(1);
    const other = await account.operator.post('/seasons', { ...summer, name: 'Winter' }, key);
    expect(other.status).toBe(422);
  });

  it('can be listed for one property, together with the seasons that apply to all properties', async () => {
    const account = await service.anAccount();
    const [one, other] = [await account.property(), await account.property()];
    const forAll = (await account.operator.post('/seasons', summer)).body.id;
    const forOne = (await account.operator.post('/seasons', { ...summer, property_ids: [one] })).body.id;
    await account.operator.post('/seasons', { ...summer, property_ids: [other] });
    const ids = async () =>
      (await account.operator.get(`/seasons?property_id=${one}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await ids()).toEqual([forAll, forOne]);
    expect((await account.operator.delete(`/seasons/${forAll}`)).status).toBe(204);
    expect((await account.operator.delete(`/seasons/${forAll}`)).status).toBe(404);
    expect(await ids()).toEqual([forOne]);
    const published = await service.eventsOf(account.userId, 'season', 4);
    expect(published.at(-1)).toMatchObject({ action: 'entity_delete', entity_id: forAll, entity: { name: 'Summer' } });
  });

  it('can be read through the public API by the season_id of a night', async () => {
    const account = await service.anAccount();
    const [one, other] = [await account.property(), await account.property()];
    const always = { ...summer, from: '01-01', to: '12-31' };
    const everyYear = (await account.operator.post('/seasons', { ...always, currency_code: 'EUR' })).body;
    const ofOne = (await account.operator.post('/seasons', { ...summer, property_ids: [other] })).body;
    const { season_id } = (await account.nights(one, daysFromNow(2), daysFromNow(3))).get(daysFromNow(2))!.rate;
    expect((await account.api.get(`/v2/seasons/${season_id}`)).body).toEqual(everyYear);
    const listed = async (query: string) => (await account.api.get(`/v2/seasons?${query}`)).body.items;
    expect(await listed('')).toEqual([everyYear, ofOne]);
    expect(await listed(`property_ids=${one}`)).toEqual([everyYear]);
    expect(await listed(`property_id=${other}&since_utc=2020-01-01`)).toEqual([everyYear, ofOne]);
    expect(await listed('since_utc=2190-01-01')).toEqual([]);
    expect(await listed('limit=1&offset=1')).toEqual([ofOne]);
    await account.operator.delete(`/seasons/${ofOne.id}`);
    expect((await account.api.get(`/v2/seasons/${ofOne.id}`)).status).toBe(404);
    const { api: others } = await service.anAccount();
    expect((await others.get('/v2/seasons')).body.items).toEqual([]);
    expect((await others.get(`/v2/seasons/${season_id}`)).status).toBe(404);
  });

  it('are found only by searches in their own account, and only until they are deleted', async () => {
    const [mine, theirs] = [await service.anAccount(), await service.anAccount()];
    const { id } = (await mine.operator.post('/seasons', summer)).body;
    const find = async (user_id: number) => {
      const search = { user_id, entity_type: 'season', ids: [id] };
      return (await service.asOperator().post('/internal/records/find', search)).body.unknown_ids;
    };
    expect([await find(mine.userId), await find(theirs.userId)]).toEqual([[], [id]]);
    await mine.operator.delete(`/seasons/${id}`);
    expect(await find(mine.userId)).toEqual([id]);
  });

  it('are refused with a 503 if they have a rate for a property that the pricing service has not received yet', async () => {
    const account = await service.anAccount();
    const property = 2 ** 41 + account.userId;
    service.records.add(account.userId, 'property', property);
    const { rate: _rate, ...rulesOnly } = { ...summer, rules: { min_nights: 3 }, property_ids: [property] };
    expect((await account.operator.post('/seasons', rulesOnly)).status).toBe(200);
    const holiday = { name: 'Fair', from: '2030-08-01', property_ids: [property] };
    expect((await account.operator.post('/holidays', holiday)).status).toBe(200);
    const late = await account.operator.post('/seasons', { ...summer, property_ids: [property] });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
    await account.changeProperty(property, {});
    expect((await account.operator.post('/seasons', { ...summer, property_ids: [property] })).status).toBe(200);
  });

  it.each([
    ['both a day of the year and a full date', { from: '06-15', to: '2027-09-15' }, 'to: 2027-09-15 does not go with'],
    ['a last night before the first', { from: '2027-06-15', to: '2027-06-14' }, 'must be on or after'],
    ['a day that exists in no year', { from: '02-30' }, '"02-30" is not accepted'],
    ['a price of 0', { rate: { amount: 0 } }, 'rate.amount: 0 is not accepted; expected a price greater than 0'],
    ['more decimals than the currency has', { rate: { amount: 10.005 } }, 'amounts in USD have at most 2 decimals'],
    ['an invalid weekday', { rate: { amount: 10, by_weekday: { firday: 20 } } }, 'firday'],
    ['an unknown property', { property_ids: [1] }, 'property_ids: the property id 1 was not found'],
    ['no property', { property_ids: [] }, 'expected at least one property'],
  ])('are refused if they have %s', async (_what, part, message) => {
    const account = await service.anAccount();
    await account.property();
    const { status, body } = await account.operator.post('/seasons', { ...summer, ...part });
    expect(status).toBe(400);
    expect(body.messages.join()).toContain(message);
  });

  it('compare If-Match with the version of the season, not with the version of the calendar', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const made = await account.operator.post('/seasons', summer);
    const yesterday = { unrecorded_from: daysFromNow(-2), ends_utc: new Date(Date.now() - 1) };
    const calendars = service.connection.collection('calendars');
    await calendars.updateOne({ _id: property as never }, { $set: { version: 17, ...yesterday } });
    const path = `/seasons/${made.body.id}`;
    const changed = await account.operator.patch(path, { name: 'High summer' }, { 'if-match': '"1"' });
    expect([changed.status, changed.body.name]).toEqual([200, 'High summer']);
    expect((await account.operator.patch(path, { name: 'Late' }, { 'if-match': '"1"' })).status).toBe(412);
  });

  it('are not visible to another account, which gets the same responses as for unknown ids', async () => {
    const [account, other] = [await service.anAccount(), await service.anAccount()];
    const property = await account.property();
    const { body: season } = await account.operator.post('/seasons', summer);
    const refused = await other.operator.post('/seasons', { ...summer, property_ids: [property] });
    const unknown = await other.operator.post('/seasons', { ...summer, property_ids: [property + 1] });
    expect(refused.status).toBe(400);
    expect(refused.body.messages.join().replace(String(property), '')).toEqual(
      unknown.body.messages.join().replace(String(property + 1), ''),
    );
    for (const answer of [
      await other.operator.get(`/seasons/${season.id}`),
      await other.operator.patch(`/seasons/${season.id}`, { name: 'mine' }),
      await other.operator.delete(`/seasons/${season.id}`),
    ]) {
      expect(answer.status).toBe(404);
    }
  });

  it('can be changed after the currency of a property has changed, except for the rate', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const { body: made } = await account.operator.post('/seasons', {
      ...summer,
      currency_code: 'EUR',
      property_ids: [property],
    });
    await account.changeProperty(property, { currency_code: 'JPY' });
    const change = (patch: object) => account.operator.patch(`/seasons/${made.id}`, patch);
    await until(async () => (await change({ rate: { amount: 100 } })).status === 400);
    const { body: refused } = await change({ rate: { amount: 100 } });
    const reason = `the season has the currency EUR, but the currency of property ${property} is JPY; send currency_code too`;
    expect(refused.messages).toEqual([`rate: ${reason}`]);
    const otherYen = await account.property({ currency_code: 'JPY' });
    const moved = await change({ property_ids: [otherYen] });
    expect(moved.body.messages).toEqual([`property_ids: ${reason.replace(`${property}`, `${otherYen}`)}`]);
    const renamed = await change({ name: 'High', rules: { min_nights: 3 } });
    expect([renamed.status, renamed.body]).toMatchObject([200, { name: 'High', currency_code: 'EUR' }]);
    expect((await change({ ...renamed.body, name: 'Higher' })).status).toBe(200);
    expect((await change({ property_ids: [property, await account.property()] })).status).toBe(400);
  });

  it('with a rate and properties of different currencies are refused, with an error about property_ids', async () => {
    const account = await service.anAccount();
    const [euros, yen] = [await account.property(), await account.property({ currency_code: 'JPY' })];
    const mixed = { property_ids: [euros, yen] };
    const { body: made } = await account.operator.post('/seasons', { ...summer, property_ids: [euros] });
    const currencies = [`property ${euros} is EUR`, `property ${yen} is JPY`];
    // Ids of properties are stored and compared in ascending order.
    const [first, second] = euros < yen ? currencies : currencies.reverse();
    for (const { status, body } of [
      await account.operator.post('/seasons', { ...summer, ...mixed }),
      await account.operator.post('/seasons', { ...summer, ...mixed, currency_code: 'JPY' }),
      await account.operator.patch(`/seasons/${made.id}`, mixed),
    ]) {
      expect([status, body.messages]).toEqual([
        400,
        [
          `property_ids: the currency of ${first} and that of ${second}; a season with a rate needs properties with the same currency`,
        ],
      ]);
    }
    expect((await account.operator.post('/seasons', { ...summer, ...mixed, rate: null })).status).toBe(200);
  });

  it('set prices only for properties with the currency of the season', async () => {
    const account = await service.anAccount();
    const [euros, yen] = [await account.property(), await account.property({ currency_code: 'JPY' })];
    const { status, body } = await account.operator.post('/seasons', {
      ...summer,
      currency_code: 'JPY',
      property_ids: [euros],
    });
    expect([status, body.messages]).toEqual([
      400,
      [`currency_code: JPY is not accepted; the currency of property ${euros} is EUR`],
    ]);
    await account.operator.post('/seasons', { ...summer, from: '01-01', to: '12-31', currency_code: 'EUR' });
    const [from, to] = [daysFromNow(2), daysFromNow(4)];
    expect((await account.nights(euros, from, to)).get(from)).toHaveProperty('rate');
    expect((await account.nights(yen, from, to)).get(from)).not.toHaveProperty('rate');
  });
});
