import type { Scenario } from '../scenario';

export async function callMoney({ call }: Scenario): Promise<void> {
  const missing = { params: { id: 987654321 } };
  const payments = await call('listPayments', 'Completed payments', { query: { status: 'completed', limit: 2 } });
  await call('getPayment', 'One payment', { params: { id: payments.items[0]!.id } });
  await call('getPayment', 'A payment that does not exist', missing, { status: 404 });
  await call('listPayments', 'The payments of a booking', { query: { booking_id: payments.items[0]!.booking_id } });
  await call('listPayments', 'A date that does not exist', { query: { from: '2026-02-30' } }, { status: 400 });
  const refunds = await call('listRefunds', 'Refunds', { query: { limit: 1 } });
  await call('getRefund', 'One refund', { params: { id: refunds.items[0]!.id } });
  await call('getRefund', 'A refund that does not exist', missing, { status: 404 });
  const fees = await call('listFees', 'Fees on bookings', { query: { limit: 2 } });
  await call('getFee', 'One fee', { params: { id: fees.items[0]!.id } });
  await call('getFee', 'A fee that does not exist', missing, { status: 404 });
  const deposits = await call('listDeposits', 'Payouts to the bank account', { query: { limit: 1 } });
  await call('getDeposit', 'One payout with its lines', { params: { id: deposits.items[0]!.id } });
  await call('getDeposit', 'A payout that does not exist', missing, { status: 404 });
}
