import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { describeReads } from '@keyhaven/testing/describe-reads';
import { daysFromNow, type PricingUnderTest, startPricingUnderTest } from '../testing/pricing-under-test';

let service: PricingUnderTest;
beforeAll(async () => {
  service = await startPricingUnderTest();
});
afterAll(() => service.stop());

const range = `from=${daysFromNow(1)}&to=${daysFromNow(30)}`;

async function aWorld() {
  const account = await service.anAccount();
  return { ...account, properties: [await account.property(), await account.property()] };
}

describeReads(pricingPublicContract, aWorld, [
  // Nothing is read for calendars that were read before.
  { route: '/v2/calendar', path: () => `/v2/calendar?${range}`, reads: [] },
  {
    route: '/v2/calendar/:property_id',
    path: ({ properties }) => `/v2/calendar/${properties[0]}?${range}`,
    reads: [],
  },
  {
    route: '/v2/spotrates',
    path: ({ properties }) => `/v2/spotrates?property_id=${properties[0]}&${range}`,
    reads: ['calendars', 'spot_rates'],
  },
]);
