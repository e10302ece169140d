import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { describeReads } from '@keyhaven/testing/describe-reads';
import { startFinanceUnderTest, type FinanceUnderTest } from '../testing/finance-under-test';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

async function aWorld() {
  const account = service.anAccount();
  const booking_id = await account.booking();
  const payment = await account.record('/payments', { booking_id, amount: 100, method: 'card' });
  const refund = await account.record('/refunds', { booking_id, amount: 20 });
  const fee = await account.record('/fees', { booking_id, amount: 2.9, type: 'processing' });
  return { ...account, paymentId: payment.id, refundId: refund.id, feeId: fee.id };
}

describeReads(
  financePublicContract,
  aWorld,
  [
    { route: '/v2/payments', path: () => '/v2/payments', reads: ['payments'] },
    { route: '/v2/payments/:id', path: ({ paymentId }) => `/v2/payments/${paymentId}`, reads: ['payments'] },
    { route: '/v2/refunds', path: () => '/v2/refunds', reads: ['refunds'] },
    { route: '/v2/refunds/:id', path: ({ refundId }) => `/v2/refunds/${refundId}`, reads: ['refunds'] },
    { route: '/v2/fees', path: () => '/v2/fees', reads: ['fees'] },
    { route: '/v2/fees/:id', path: ({ feeId }) => `/v2/fees/${feeId}`, reads: ['fees'] },
    { route: '/v2/deposits', path: () => '/v2/deposits', reads: ['deposits'] },
  ],
  ['/v2/deposits/:id'],
);
