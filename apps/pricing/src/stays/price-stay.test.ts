import { commandsOfRequest, countRequestCommands } from '@keyhaven/testing/count-request-commands';
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

async function aPricedProperty(facts: Record<string, unknown> = {}, pricing: Record<string, unknown> = {}) {
  const account = await service.anAccount();
  const property = await account.property(facts);
  await account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 100 }, ...pricing });
  return { account, property };
}

function price({ userId }: TestAccount, property_id: number, arrival: number, departure: number, more: object = {}) {
  return service.asOperator().post('/internal/stays/price', {
    user_id: userId,
    property_id,
    arrival: day(arrival),
    departure: day(departure),
    ...more,
  });
}

describe('the price of a stay', () => {
  it('lists the price and the season of each night, and whether the price is a spot rate', async () => {
    const { account, property } = await aPricedProperty();
    const season = { name: 'Fair', from: day(6), to: day(6), rate: { amount: 130 }, property_ids: [property] };
    const { body: made } = await account.operator.post('/seasons', season);
    await account.api.patch('/v2/spotrates', [{ property_id: property, date: day(7), amount: 150, currency: 'EUR' }]);
    const { status, body } = await price(account, property, 5, 8);
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome: 'priced', currency_code: 'EUR', time_zone: 'America/New_York' });
    const base = { season_id: null, is_spot_rate: false };
    expect(body.nights).toEqual([
      { ...base, date: day(5), rent: 100, amount: 100 },
      { ...base, date: day(6), rent: 130, amount: 130, season_id: made.id },
      { ...base, date: day(7), rent: 150, amount: 150, is_spot_rate: true },
    ]);
    expect([body.unpriced_nights, body.taken_nights, body.broken_rules]).toEqual([[], [], []]);
  });

  it('lists broken rules, taken nights and nights without a price', async () => {
    const { account, property } = await aPricedProperty({}, { rules: { min_nights: 4 } });
    const other = await account.property();
    const booking = await account.booking({ property_id: property, arrival: day(6), departure: day(7) });
    const { body } = await price(account, property, 5, 7);
    expect(body.taken_nights).toEqual([day(6)]);
    expect(body.broken_rules.map(({ rule }: { rule: string }) => rule)).toEqual(['min_nights']);
    expect(body.broken_rules[0].message).toContain('minimum of 4 nights');
    expect((await price(account, property, 5, 7, { ignoring_booking_id: booking })).body.taken_nights).toEqual([]);
    expect((await price(account, other, 5, 7)).body.unpriced_nights).toEqual([day(5), day(6)]);
  });

  it('ignores the linked records of the booking in ignoring_booking_id', async () => {
    const { account, property: house } = await aPricedProperty();
    const room = await account.property();
    const nights = { arrival: day(5), departure: day(8), status: 'active' };
    const hold = await account.booking({ property_id: room, type: 'quote_hold', ...nights });
    const shown = { property_id: house, type: 'linked_availability', ...nights };
    const source = { source_booking_id: hold, source_type: 'quote_hold', expires_utc: `${day(2)}T00:00:00Z` };
    await account.booking(shown, { private: source });
    expect((await price(account, house, 5, 7)).body.taken_nights).toEqual([day(5), day(6)]);
    expect((await price(account, house, 5, 7, { ignoring_booking_id: hold })).body).toMatchObject({
      taken_nights: [],
      broken_rules: [],
    });
  });

  it('lists the broken rules of stays beyond the booking window, in a required gap, and at a snoozed property', async () => {
    const { account, property } = await aPricedProperty({}, { required_gap_after: 1, booking_window_days: 30 });
    await account.booking({ property_id: property, arrival: day(6), departure: day(8) });
    const rules = async (arrival: number, departure: number) =>
      (await price(account, property, arrival, departure)).body.broken_rules.map(({ rule }: { rule: string }) => rule);
    expect(await rules(9, 11)).toEqual([]);
    expect(await rules(8, 10)).toEqual(['required_gap']);
    expect(await rules(40, 42)).toEqual(['booking_window']);
    await account.changeProperty(property, { is_snoozed: true });
    expect(await rules(9, 11)).toEqual(['snoozed']);
  });

  it("has the outcome unknown_property for another account's property, as for an unknown id", async () => {
    const { property } = await aPricedProperty();
    const other = await service.anAccount();
    expect((await price(other, property, 5, 7)).body).toEqual({ outcome: 'unknown_property' });
    expect((await price(other, 17, 5, 7)).body).toEqual({ outcome: 'unknown_property' });
  });

  it('is the same in a request for many properties as in a request for one', async () => {
    const { account, property } = await aPricedProperty({}, { rules: { min_nights: 2 } });
    const others = [await account.property(), await account.property({ is_snoozed: true })];
    await account.booking({ property_id: others[0]!, arrival: day(6), departure: day(7) });
    await account.api.patch('/v2/spotrates', [{ property_id: others[1]!, date: day(6), amount: 90, currency: 'EUR' }]);
    const other = await service.anAccount();
    const ids = [...others, await other.property(), property];
    const dates = { user_id: account.userId, arrival: day(5), departure: day(7) };
    const asked = { ...dates, property_ids: ids };
    const { status, body } = await service.asOperator().post('/internal/stays/price-many', asked);
    const alone = await Promise.all(ids.map(async (id) => (await price(account, id, 5, 7)).body));
    expect([status, body.stays]).toEqual([200, alone]);
    expect(alone[2]).toEqual({ outcome: 'unknown_property' });
    const commandsFor = (property_ids: number[]) =>
      countRequestCommands((headers) =>
        service.asOperator().post('/internal/stays/price-many', { ...dates, property_ids }, { headers }),
      );
    expect(await commandsFor(ids)).toBe(await commandsFor([property]));
    const tooMany = Array.from({ length: 201 }, (_, index) => index + 1);
    expect(
      (await service.asOperator().post('/internal/stays/price-many', { ...dates, property_ids: tooMany })).status,
    ).toBe(400);
  });

  it('depends only on the nearest other stays, and only these stays are read', async () => {
    const rules = { min_nights: 120 };
    const { account, property } = await aPricedProperty({}, { rules, min_nights_in_gap: 2, required_gap_after: 1 });
    const stay = (arrival: number, departure: number) =>
      account.booking({ property_id: property, arrival: day(arrival), departure: day(departure) });
    await stay(2, 4);
    const around = [await stay(60, 89), await stay(185, 190)];
    await stay(1300, 1302);
    const asked = { user_id: account.userId, property_ids: [property], arrival: day(90), departure: day(92) };
    let answer: any;
    const commands = await commandsOfRequest(async (headers) => {
      answer = (await service.asOperator().post('/internal/stays/price-many', asked, { headers })).body;
    });
    expect(answer.stays).toEqual([(await price(account, property, 90, 92)).body]);
    expect(answer.stays[0].broken_rules).toMatchObject([
      { rule: 'min_nights', message: expect.stringContaining('minimum of 94 nights') },
    ]);
    const { filter } = commands.find(({ find }) => find === 'occupancies') as { filter: Record<string, unknown> };
    const read = await service.connection.collection('occupancies').find(filter).toArray();
    expect(new Set(read.map(({ _id }) => _id))).toEqual(new Set(around));
  });

  it('is refused to clients that are not services, and for stays with no nights or too many nights', async () => {
    const { account, property } = await aPricedProperty();
    const body = { user_id: account.userId, property_id: property, arrival: day(5), departure: day(6) };
    expect((await account.api.post('/internal/stays/price', body)).status).toBe(401);
    expect((await price(account, property, 5, 5)).status).toBe(400);
    expect((await price(account, property, 5, 2000)).status).toBe(400);
  });

  it('equals the amounts of the same nights in the calendar', async () => {
    const { account, property } = await aPricedProperty({}, { rules: { min_nights: 2 } });
    await account.booking({ property_id: property, arrival: day(8), departure: day(10) });
    await account.booking({ property_id: property, arrival: day(11), departure: day(14) });
    const nights = await account.nights(property, day(1), day(20));
    expect(nights.get(day(10))).toMatchObject({ status: 'gap', gap_type: 'orphan' });
    const sellable = [...nights.values()].filter(
      (night) => night.status === 'available' && !night.rules?.is_stay_disallowed,
    );
    expect(sellable.length).toBeGreaterThan(10);
    const { body } = await price(account, property, 14, 17);
    expect(body.broken_rules).toEqual([]);
    const amounts = [14, 15, 16].map((night) => nights.get(day(night))!.rate.amount as number);
    expect(body.nights.map(({ amount }: { amount: number }) => amount)).toEqual(amounts);
  });
});
