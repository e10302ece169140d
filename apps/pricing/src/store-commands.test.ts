import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { describeStoreCommands } from '@keyhaven/testing/describe-store-commands';
import { daysFromNow, type PricingUnderTest, startPricingUnderTest } from './testing/pricing-under-test';
import table from './testing/store-commands.json';

let pricing: PricingUnderTest;
beforeAll(async () => {
  pricing = await startPricingUnderTest();
});
afterAll(() => pricing.stop());

const range = `from=${daysFromNow(10)}&to=${daysFromNow(40)}`;

/** The requests of an account with one property; `isRead` reads its calendar before, which keeps it. */
const ofProperty = (pathOf: (property: number) => string, isRead: boolean) => async () => {
  const account = await pricing.anAccount();
  const path = pathOf(await account.property());
  if (isRead) await account.api.get(path);
  return { userId: account.userId, path };
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
    'GET /v2/spotrates': ofProperty(() => '/v2/spotrates', false),
  },
});
