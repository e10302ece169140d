import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { describeReads } from '@keyhaven/testing/describe-reads';
import { startFeesUnderTest, type FeesUnderTest } from '../testing/fees-under-test';

let service: FeesUnderTest;
beforeAll(async () => {
  service = await startFeesUnderTest();
});
afterAll(() => service.stop());

async function aWorld() {
  const account = await service.anAccount();
  return { ...account, surchargeId: (await account.surcharge()).id, discountId: (await account.discount()).id };
}

describeReads(feesPublicContract, aWorld, [
  { route: '/v2/surcharges', path: () => '/v2/surcharges', reads: ['definitions'] },
  { route: '/v2/surcharges/:id', path: ({ surchargeId }) => `/v2/surcharges/${surchargeId}`, reads: ['definitions'] },
  { route: '/v1/surcharges/:id', path: ({ surchargeId }) => `/v1/surcharges/${surchargeId}`, reads: ['definitions'] },
  { route: '/v2/discounts', path: () => '/v2/discounts', reads: ['definitions'] },
  { route: '/v2/discounts/:id', path: ({ discountId }) => `/v2/discounts/${discountId}`, reads: ['definitions'] },
]);
