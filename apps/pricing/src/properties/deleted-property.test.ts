import { services } from '@keyhaven/contracts/platform/services';
import { EVERYTHING } from '../calendar/domain/changed-nights';
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

const [from, to] = [daysFromNow(5), daysFromNow(6)];

/** Calls every route that involves a property, and returns the status or the count of each response. */
async function answersOf({ api, operator, userId }: TestAccount, property: number) {
  const stay = { user_id: userId, property_id: property, arrival: from, departure: to };
  const rate = { property_id: property, date: from, currency: 'EUR', amount: 90 };
  return {
    listed: (await api.get(`/v2/calendar?from=${from}&to=${to}`)).body.count,
    read: (await api.get(`/v2/calendar/${property}?from=${from}&to=${to}`)).status,
    spotRates: (await api.get('/v2/spotrates')).body.count,
    rated: (await api.patch('/v2/spotrates', [rate])).status,
    pricing: (await operator.get(`/properties/${property}/pricing`)).status,
    priced: (await service.asOperator().post('/internal/stays/price', stay)).body.outcome,
  };
}

const there = { listed: 1, read: 200, spotRates: 1, rated: 200, pricing: 200, priced: 'priced' };
const gone = { listed: 0, read: 404, spotRates: 0, rated: 400, pricing: 404, priced: 'unknown_property' };

const deleteProperty = (account: TestAccount, property: number) =>
  account.publish(services.booking.topic, {
    ...{ entity_type: 'property', entity_id: property, action: 'entity_delete' },
    entity: { id: property },
  });

describe('a deleted property', () => {
  it('is treated as unknown by every route until it is published again', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    await account.api.patch('/v2/spotrates', [{ property_id: property, date: to, currency: 'EUR', amount: 90 }]);
    expect(await answersOf(account, property)).toEqual(there);
    const [deletion] = await rangesOf(service, account.userId, property, () => deleteProperty(account, property));
    expect(deletion).toEqual(EVERYTHING);
    expect(await answersOf(account, property)).toEqual(gone);
    const whileGone = await rangesOf(service, account.userId, property, () =>
      account.operator.post('/seasons', { name: 'All year', from: '01-01', to: '12-31', rate: { amount: 90 } }),
    );
    expect(whileGone).toEqual([]);
    expect(await answersOf(account, property)).toEqual(gone);
    const [revival] = await rangesOf(service, account.userId, property, () => account.changeProperty(property, {}));
    expect(revival).toEqual(EVERYTHING);
    expect(await answersOf(account, property)).toEqual({ ...there, spotRates: 2 });
  });
});
