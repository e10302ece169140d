import { rangesOf } from '../testing/calendar-events';
import { services } from '@keyhaven/contracts/platform/services';
import { publishedAdjuster as adjuster } from '../testing/published-adjuster';
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

async function aPricedProperty(): Promise<{ account: TestAccount; property: number }> {
  const account = await service.anAccount();
  const property = await account.property();
  await account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 99.95 } });
  return { account, property };
}

async function amounts(account: TestAccount, property: number): Promise<number[]> {
  return [...(await account.nights(property, day, next)).values()].map(({ rate }) => rate.amount as number);
}

/**
 * @param number the number of the adjuster within the account. The id of the adjuster is computed
 * from the account and this number, so it is unique across accounts.
 */
async function publishAdjuster(account: TestAccount, number: number, change: object, action?: string): Promise<void> {
  const id = account.userId * 10 + number;
  const entity = { id, ...adjuster, ...change };
  await account.publish(services.fees.topic, {
    entity_type: 'surcharge',
    entity_id: id,
    entity,
    ...(action && { action }),
  });
}

describe('rate.amount of a night', () => {
  it('equals the rent when there is no rate adjuster', async () => {
    const { account, property } = await aPricedProperty();
    expect(await amounts(account, property)).toEqual([99.95, 99.95]);
  });

  it('is the rent plus the sum of all percentages and all amounts, rounded once per night', async () => {
    const { account, property } = await aPricedProperty();
    await publishAdjuster(account, 1, {});
    await publishAdjuster(account, 2, { percent: 5 });
    await publishAdjuster(account, 3, { mode: 'per_night', percent: null, amount: -4.5 });
    expect(await amounts(account, property)).toEqual([110.44, 110.44]);
  });

  it('includes a rate adjuster only on the dates and at the properties of the adjuster', async () => {
    const { account, property } = await aPricedProperty();
    const dates = { ...adjuster.criteria, stay_dates: [{ from: next, to: null }] };
    await publishAdjuster(account, 1, { criteria: dates });
    await publishAdjuster(account, 2, { property_ids: [property + 1], percent: 50 });
    expect(await amounts(account, property)).toEqual([99.95, 109.95]);
  });

  it.each([
    ['is inactive', { active: false }],
    ['is limited to listing sites', { listing_site_ids: [4] }],
    ['has bands', { amounts: [{ from: 1, to: null, amount: null, percent: 5 }] }],
    ['depends on the number of guests', { criteria: { ...adjuster.criteria, guests: { min: 2, max: null } } }],
    [
      'depends on the date of booking',
      { criteria: { ...adjuster.criteria, booked_dates: [{ from: null, to: null }] } },
    ],
    ['has an unknown criterion', { criteria: { ...adjuster.criteria, moon: 'full' } }],
    ['is an amount in another currency', { mode: 'per_night', percent: null, amount: 5, currency_code: 'USD' }],
  ])('ignores an adjuster that %s', async (_what, change) => {
    const { account, property } = await aPricedProperty();
    await publishAdjuster(account, 1, change);
    expect(await amounts(account, property)).toEqual([99.95, 99.95]);
  });

  it('is computed again if the terms of a rate adjuster change, but not if only its description changes', async () => {
    const { account, property } = await aPricedProperty();
    const version = async () =>
      (await service.connection.collection('calendars').findOne({ _id: property as never }))!.calendar_version;
    const before = await version();
    await publishAdjuster(account, 1, {});
    await publishAdjuster(account, 1, { description: 'In demand' });
    expect(await version()).toBe(before + 1);
    await publishAdjuster(account, 1, { percent: 20 });
    expect(await version()).toBe(before + 2);
  });

  it('is not changed by deleted rate adjusters or other types of surcharge', async () => {
    const { account, property } = await aPricedProperty();
    await publishAdjuster(account, 1, {});
    await publishAdjuster(account, 2, { type: 'cleaning' });
    expect(await amounts(account, property)).toEqual([109.95, 109.95]);
    await publishAdjuster(account, 1, {}, 'entity_delete');
    expect(await amounts(account, property)).toEqual([99.95, 99.95]);
  });
});

describe('a night whose price is reduced to 0 or less by rate adjusters', () => {
  const onDay = { ...adjuster.criteria, stay_dates: [{ from: day, to: day }] };

  it.each([
    ['0', { percent: -100 }],
    ['less than 0', { mode: 'per_night', percent: null, amount: -100 }],
  ])('has no rate and disallows stays (reduced to %s)', async (_what, change) => {
    const { account, property } = await aPricedProperty();
    await publishAdjuster(account, 1, { criteria: onDay, ...change });
    const nights = await account.nights(property, day, next);
    expect(nights.get(day)).toEqual({ date: day, status: 'available', rules: { is_stay_disallowed: true } });
    expect(nights.get(next)).toEqual({ date: next, status: 'available', rate: { rent: 99.95, amount: 99.95 } });
  });

  it('is listed in unpriced_nights when a stay is priced', async () => {
    const { account, property } = await aPricedProperty();
    await publishAdjuster(account, 1, { criteria: onDay, percent: -100 });
    const { body } = await service.asOperator().post('/internal/stays/price', {
      ...{ user_id: account.userId, property_id: property, arrival: day, departure: daysFromNow(12) },
    });
    expect(body.unpriced_nights).toEqual([day]);
    expect(body.nights.map(({ date }: { date: string }) => date)).toEqual([next]);
  });

  it('causes an event about the surrounding nights when a spot rate gives the night a price', async () => {
    const { account, property } = await aPricedProperty();
    await publishAdjuster(account, 1, { criteria: onDay, mode: 'per_night', percent: null, amount: -100 });
    const changedBy = (amount: number) =>
      rangesOf(service, account.userId, property, () =>
        account.api.patch('/v2/spotrates', [{ property_id: property, date: day, amount, currency: 'EUR' }]),
      );
    await changedBy(150);
    expect(await changedBy(160)).toEqual([[{ from: day, to: day, categories: ['rates'] }]]);
    const around = [
      { from: daysFromNow(10 - 1100), to: daysFromNow(9), categories: ['availability'] },
      { from: day, to: day, categories: ['availability', 'rates'] },
      { from: daysFromNow(11), to: daysFromNow(10 + 1099), categories: ['availability'] },
    ];
    expect(await changedBy(90)).toEqual([around]);
    expect(await changedBy(110)).toEqual([around]);
  });
});
