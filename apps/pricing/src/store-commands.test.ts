import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { countRequestCommands } from '@keyhaven/testing/count-request-commands';
import { describeStoreCommands } from '@keyhaven/testing/describe-store-commands';
import { until } from '@keyhaven/testing/until';
import { daysFromNow, type PricingUnderTest, startPricingUnderTest } from './testing/pricing-under-test';
import table from './testing/store-commands.json';

let pricing: PricingUnderTest;
beforeAll(async () => {
  pricing = await startPricingUnderTest();
});
afterAll(() => pricing.stop());

const range = `from=${daysFromNow(10)}&to=${daysFromNow(40)}`;

/**
 * Prepares a request of an account with one property. With `isKept`, waits until the process has cached the calendar.
 */
const ofProperty = (pathOf: (property: number) => string, isKept: boolean) => async () => {
  const account = await pricing.anAccount();
  const path = pathOf(await account.property());
  // A process caches a calendar only after it has polled the property's version.
  const read = () => countRequestCommands((headers) => account.api.get(path, { headers }));
  if (isKept) await until(async () => (await read()) === 0);
  return { userId: account.userId, path };
};

const ofSeason = (pathOf: (season: number) => string) => async () => {
  const { userId, operator } = await pricing.anAccount();
  const { body } = await operator.post('/seasons', { name: 'Summer', from: '06-15', to: '09-15' });
  return { userId, path: pathOf(body.id as number) };
};

describeStoreCommands({
  service: () => pricing,
  contract: pricingPublicContract,
  table,
  requests: {
    'GET /v2/calendar': ofProperty(() => `/v2/calendar?${range}`, true),
    'GET /v2/calendar/:property_id': ofProperty((property) => `/v2/calendar/${property}?${range}`, true),
    'GET /v2/calendar/:property_id (first read after a change)': ofProperty(
      (property) => `/v2/calendar/${property}?${range}`,
      false,
    ),
    'GET /v2/seasons': ofSeason(() => '/v2/seasons'),
    'GET /v2/seasons/:id': ofSeason((id) => `/v2/seasons/${id}`),
    'GET /v2/spotrates': ofProperty(() => '/v2/spotrates', false),
  },
});
