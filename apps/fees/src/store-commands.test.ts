import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { describeStoreCommands } from '@keyhaven/testing/describe-store-commands';
import { type FeesUnderTest, startFeesUnderTest } from './testing/fees-under-test';
import table from './testing/store-commands.json';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

const ofDefinition = (kind: 'surcharge' | 'discount', pathOf: (id: number) => string) => async () => {
  const account = await fees.anAccount();
  const { id } = await account[kind]();
  return { userId: account.userId, path: pathOf(id) };
};

describeStoreCommands({
  service: () => fees,
  contract: feesPublicContract,
  table,
  requests: {
    'GET /v2/surcharges': ofDefinition('surcharge', () => '/v2/surcharges'),
    'GET /v2/surcharges/:id': ofDefinition('surcharge', (id) => `/v2/surcharges/${id}`),
    'GET /v1/surcharges/:id': ofDefinition('surcharge', (id) => `/v1/surcharges/${id}`),
    'GET /v2/discounts': ofDefinition('discount', () => '/v2/discounts'),
    'GET /v2/discounts/:id': ofDefinition('discount', (id) => `/v2/discounts/${id}`),
  },
});
