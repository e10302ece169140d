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
  const { body } = await account.operator.post('/seasons', { name: 'Summer', from: '06-15', to: '09-15' });
  return { ...account, season: body.id as number, properties: [await account.property(), await account.property()] };
}

describeReads(pricingPublicContract, aWorld, [
  // The calendars are cached, so a request reads nothing.
  { route: '/v2/calendar', path: () => `/v2/calendar?${range}`, reads: [] },
  {
    route: '/v2/calendar/:property_id',
    path: ({ properties }) => `/v2/calendar/${properties[0]}?${range}`,
    reads: [],
  },
  { route: '/v2/seasons', path: ({ properties }) => `/v2/seasons?property_id=${properties[0]}`, reads: ['seasons'] },
  { route: '/v2/seasons/:id', path: ({ season }) => `/v2/seasons/${season}`, reads: ['seasons'] },
  {
    route: '/v2/spotrates',
    path: ({ properties }) => `/v2/spotrates?property_id=${properties[0]}&${range}`,
    reads: ['calendars', 'spot_rates'],
  },
]);
