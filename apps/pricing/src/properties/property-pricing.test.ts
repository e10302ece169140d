import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { versionIn } from '@keyhaven/testing/version-in';
import { daysFromNow, type PricingUnderTest, startPricingUnderTest } from '../testing/pricing-under-test';

let service: PricingUnderTest;
beforeAll(async () => {
  service = await startPricingUnderTest();
});
afterAll(() => service.stop());

describe('the pricing of a property', () => {
  it('has default values until it is written', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const { status, body } = await account.operator.get(`/properties/${property}/pricing`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      property_id: property,
      default_rate: null,
      advance_notice_days: 0,
      same_day_until: '18:00',
      booking_window_days: 730,
      required_gap_before: 0,
      required_gap_after: 0,
      min_nights_in_gap: null,
    });
  });

  it('keeps the fields that a PATCH does not contain, and is published after each change', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const path = `/properties/${property}/pricing`;
    const first = await account.operator.patch(path, {
      default_rate: { amount: 99.5, by_weekday: { friday: 120 } },
      rules: { min_nights: 2 },
      same_day_until: null,
    });
    expect(first.status).toBe(200);
    const second = await account.operator.patch(path, { rules: { max_nights: 28 }, advance_notice_days: 2 });
    expect({ ...second.body, updated_utc: '' }).toEqual({
      ...first.body,
      updated_utc: '',
      rules: { ...first.body.rules, max_nights: 28 },
      advance_notice_days: 2,
    });
    expect(versionIn(second.headers)).toBe(2);
    const events = await service.eventsOf(account.userId, 'property_pricing', 2);
    expect(events.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('is not changed if If-Match does not match its version', async () => {
    const account = await service.anAccount();
    const path = `/properties/${await account.property()}/pricing`;
    expect((await account.operator.patch(path, { required_gap_after: 1 }, { 'if-match': '"1"' })).status).toBe(412);
    await account.operator.patch(path, { required_gap_after: 1 });
    expect((await account.operator.patch(path, { required_gap_after: 2 }, { 'if-match': '"1"' })).status).toBe(200);
    expect((await account.operator.patch(path, { required_gap_after: 3 }, { 'if-match': '"1"' })).status).toBe(412);
  });

  it('has no version before the first write', async () => {
    const account = await service.anAccount();
    const path = `/properties/${await account.property()}/pricing`;
    expect((await account.operator.get(path)).headers.get('etag')).toBeNull();
    await account.operator.patch(path, { required_gap_after: 1 });
    expect(versionIn((await account.operator.get(path)).headers)).toBe(1);
  });

  it('compares If-Match with its own version, not with the version of the calendar', async () => {
    const account = await service.anAccount();
    const path = `/properties/${await account.property()}/pricing`;
    for (const required_gap_after of [1, 2, 3]) await account.operator.patch(path, { required_gap_after });
    const opened = await account.operator.patch(path, { history_from: daysFromNow(-9) }, { 'if-match': '"3"' });
    expect([opened.status, versionIn(opened.headers)]).toEqual([200, 4]);
  });

  it('is written with a single lookup of the Idempotency-Key', async () => {
    const account = await service.anAccount();
    const path = `/properties/${await account.property()}/pricing`;
    const patch = async (key: string, required_gap_after: number) => {
      const counting = countStoreCommands(
        ({ find, filter }) => find === 'property_pricing' && 'idempotency.key' in (filter as object),
      );
      const { status, body } = await account.operator
        .patch(path, { required_gap_after }, { 'idempotency-key': key })
        .finally(() => counting.end());
      return { lookups: counting.end(), status, gap: body.required_gap_after as number };
    };
    expect(await patch('first', 1)).toEqual({ lookups: 1, status: 200, gap: 1 });
    expect(await patch('second', 2)).toEqual({ lookups: 1, status: 200, gap: 2 });
    expect(await patch('second', 2)).toEqual({ lookups: 1, status: 200, gap: 2 });
    expect(await patch('first', 1)).toMatchObject({ status: 200, gap: 1 });
  });

  it('has the fields of all concurrent first writes', async () => {
    const account = await service.anAccount();
    const path = `/properties/${await account.property()}/pricing`;
    const patches = [{ advance_notice_days: 3 }, { required_gap_before: 1 }, { booking_window_days: 100 }];
    const answers = await Promise.all(patches.map((patch) => account.operator.patch(path, patch)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await account.operator.get(path)).body).toMatchObject(Object.assign({}, ...patches));
  });

  it.each([
    [
      "a currency other than the property's",
      { currency_code: 'USD' },
      'currency_code: USD is not accepted; the currency of property',
    ],
    ['a negative price', { default_rate: { amount: -1 } }, 'default_rate.amount: -1 is not accepted'],
    [
      'more decimals than the currency has',
      { default_rate: { amount: 1, by_weekday: { friday: 1.001 } } },
      'default_rate.by_weekday.friday: 1.001',
    ],
    ['an invalid time of day', { same_day_until: '25:00' }, 'same_day_until: "25:00" is not accepted'],
    ['a booking window above the limit', { booking_window_days: 4000 }, 'expected a whole number from 0 to 3650'],
    ['a minimum of 0 nights', { rules: { min_nights: 0 } }, 'rules.min_nights: 0 is not accepted'],
  ])('cannot be set with %s', async (_what, patch, message) => {
    const account = await service.anAccount();
    const { status, body } = await account.operator.patch(`/properties/${await account.property()}/pricing`, patch);
    expect(status).toBe(400);
    expect(body.messages.join()).toContain(message);
  });

  it('is not visible to another account, which gets a 404 as for an unknown property', async () => {
    const [account, other] = [await service.anAccount(), await service.anAccount()];
    const path = `/properties/${await account.property()}/pricing`;
    const unknown = await other.operator.get('/properties/1/pricing');
    expect((await other.operator.get(path)).body).toEqual(unknown.body);
    expect((await other.operator.patch(path, {})).body).toEqual(unknown.body);
    expect(unknown.status).toBe(404);
  });

  it('keeps the amounts of its rate when currency_code is set to the new currency of the property', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const path = `/properties/${property}/pricing`;
    const default_rate = { amount: 100, by_weekday: { friday: 120.5 } };
    await account.operator.patch(path, { default_rate });
    await account.changeProperty(property, { currency_code: 'JPY' });
    const refused = await account.operator.patch(path, { currency_code: 'JPY' });
    expect(refused.status).toBe(400);
    expect(refused.body.messages.join()).toContain('default_rate.by_weekday.friday: 120.5');
    await account.changeProperty(property, { currency_code: 'CHF' });
    const other = await account.operator.patch(path, { required_gap_after: 1 });
    expect(other.body).toMatchObject({ currency_code: 'EUR', default_rate });
    const priced = await account.operator.patch(path, { currency_code: 'CHF' });
    expect(priced.body).toMatchObject({ currency_code: 'CHF', default_rate });
    const [from, to] = [daysFromNow(2), daysFromNow(2)];
    expect((await account.nights(property, from, to)).get(from)).toHaveProperty('rate');
  });

  it('gives no night a price after the currency of the property has changed', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    await account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 100 } });
    const [from, to] = [daysFromNow(2), daysFromNow(3)];
    expect((await account.nights(property, from, to)).get(from)).toMatchObject({ rate: { rent: 100, amount: 100 } });
    await account.changeProperty(property, { currency_code: 'JPY' });
    const night = (await account.nights(property, from, to)).get(from)!;
    expect(night).not.toHaveProperty('rate');
    expect(night).toMatchObject({ rules: { is_stay_disallowed: true } });
  });
});
