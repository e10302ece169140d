import { services } from '@keyhaven/contracts/platform/services';
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

/** How the service answers requests for a property on each of its interfaces. */
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

describe('a property that is deleted', () => {
  it('is answered like one that does not exist, until it is published again', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    await account.api.patch('/v2/spotrates', [{ property_id: property, date: to, currency: 'EUR', amount: 90 }]);
    expect(await answersOf(account, property)).toEqual(there);
    await account.publish(services.booking.topic, {
      ...{ entity_type: 'property', entity_id: property, action: 'entity_delete' },
      entity: { id: property },
    });
    expect(await answersOf(account, property)).toEqual(gone);
    await account.operator.post('/seasons', { name: 'All year', from: '01-01', to: '12-31', rate: { amount: 90 } });
    expect(await answersOf(account, property)).toEqual(gone);
    await account.changeProperty(property, {});
    expect(await answersOf(account, property)).toEqual({ ...there, spotRates: 2 });
    const published = await service.eventsOf(account.userId, 'calendar', 4);
    expect(published.map(({ action }) => action).filter((action) => action !== 'entity_update')).toEqual([
      ...['entity_create', 'entity_delete', 'entity_create'],
    ]);
  });
});
