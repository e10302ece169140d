import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { describeStoreCommands } from '@keyhaven/testing/describe-store-commands';
import { type FinanceUnderTest, startFinanceUnderTest, type TestAccount } from './testing/finance-under-test';
import table from './testing/store-commands.json';

let finance: FinanceUnderTest;
beforeAll(async () => {
  finance = await startFinanceUnderTest();
});
afterAll(() => finance.stop());

type Body = (account: TestAccount, booking_id: number) => Promise<object> | object;

/** Prepares two requests: for a list of records and for one record. */
function reads(path: string, body: Body) {
  const read = (isList: boolean) => async () => {
    const account = finance.anAccount();
    const { id } = await account.record(path, await body(account, await account.booking()));
    return { userId: account.userId, path: isList ? `/v2${path}` : `/v2${path}/${id}` };
  };
  return { [`GET /v2${path}`]: read(true), [`GET /v2${path}/:id`]: read(false) };
}

const payment: Body = (_account, booking_id) => ({ booking_id, amount: 100, method: 'card' });

describeStoreCommands({
  service: () => finance,
  contract: financePublicContract,
  table,
  requests: {
    ...reads('/payments', payment),
    ...reads('/refunds', (_account, booking_id) => ({ booking_id, amount: 20 })),
    ...reads('/fees', (_account, booking_id) => ({ booking_id, amount: 3, type: 'processing' })),
    ...reads('/deposits', async (account, booking_id) => {
      const { id } = await account.record('/payments', await payment(account, booking_id));
      return { currency_code: 'EUR', account: 'Main', lines: [{ type: 'payment', record_id: id }] };
    }),
  },
});
