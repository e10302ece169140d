import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import { statusFields } from './change-status';
import { isInForce } from './domain/status-rules';
import { bookingOf } from '../store/financial-record.model';
import { unlessRefundable } from './refund-of-payment';
import { balanceJob } from './store-record';

/**
 * Voids a refund whose payment was voided or failed while the refund was recorded. It increments the payment's revision
 * before reading the payment. So if a concurrent void did not see this refund, either its result is visible here, or
 * its write fails and on its next attempt it sees the refund. Safe to repeat.
 * @throws ApiError bad_request if the refund was voided.
 */
export async function recheckRefund(store: FinanceStore, scope: AccountScope, id: number): Promise<void> {
  const refund = await store.refunds.records.get(scope, { _id: id });
  const { payment_id } = refund.details;
  if (payment_id === null || !isInForce(refund.status)) return;
  await store.payments.records.raiseRevision(scope, payment_id);
  const fault = unlessRefundable(await store.payments.records.get(scope, { _id: payment_id }));
  if (fault === undefined) return;
  await store.refunds.records.update(scope, { _id: id }, (before) => {
    if (!isInForce(before.status)) return Promise.resolve(undefined);
    const after = { ...before, ...statusFields(before, 'voided') };
    const jobs = [balanceJob(bookingOf(before))];
    return Promise.resolve({ after, jobs, forgetsAnswer: true });
  });
  throw new ApiError('bad_request', fault);
}
