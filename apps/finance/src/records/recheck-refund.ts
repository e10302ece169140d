import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import { statusFields } from './change-status';
import { isInForce } from './domain/status-rules';
import { bookingOf } from '../store/financial-record.model';
import { unlessRefundable } from './refund-of-payment';
import { balanceJob } from './store-record';

/**
 * Voids a refund whose payment was voided or failed while the refund was recorded. This function increments the
 * payment's revision and then reads the payment. A concurrent void of the payment might not have seen this refund. If
 * that void was written before the increment, the payment that is read here is voided. If not, the write of the void
 * fails, and the next attempt to void the payment sees this refund. Safe to repeat.
 * @param isAwaited whether the request that recorded the refund waits for this check.
 * @throws ApiError bad_request if the refund was voided.
 */
export async function recheckRefund(
  store: FinanceStore,
  scope: AccountScope,
  id: number,
  isAwaited: boolean,
): Promise<void> {
  const refund = await store.refunds.records.get(scope, { _id: id });
  const { payment_id } = refund.details;
  if (payment_id === null) return;
  // Another process may have made this check before, and voided the refund. If a request is still waiting, check
  // again, so that the request fails too.
  if (!isInForce(refund.status) && !isAwaited) return;
  await store.payments.records.bumpRevision(scope, payment_id);
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
