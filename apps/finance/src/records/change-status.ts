import type { RecordStatus } from '@keyhaven/contracts/finance/records';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { notifyBookingOfRecord, notificationDue } from '../bookings/notify-booking';
import type { FinanceStore } from '../store/finance-store';
import { isInForce, statusFault } from './domain/status-rules';
import { bookingOf, type FinancialBody, type FinancialDocument } from '../store/financial-record.model';
import type { RecordsOf } from '../store/record-kinds';
import { assertNotRefunded, unlessRefundable } from './refund-of-payment';
import { balanceJob, takesEffect } from './store-record';
import { job } from '../jobs';

/**
 * Completes, fails or voids a record, which keeps its id. A repeated change has no effect and gets
 * the same response.
 * @param effective the time at which a completed record took effect, if the request contains this
 *   time. The default is the time in the request that created the record, or else now.
 * @throws ApiError not_found; conflict if the status change is not allowed, if it voids or fails a
 *   record that a deposit in force (pending or completed) pays out, or a payment with pending or
 *   completed refunds, or if it completes a refund of a payment that is not completed.
 */
export async function changeStatus<Details, Shown extends { id: number }>(
  store: FinanceStore,
  { kind, records, present }: RecordsOf<Details, Shown>,
  scope: AccountScope,
  id: number,
  status: RecordStatus,
  effective?: Date,
): Promise<{ record: Shown; version: number }> {
  const body = await records.update(scope, genericFilter<FinancialDocument<Details>>({ _id: id }), async (before) => {
    if (before.status === status) return undefined;
    const fault = statusFault(before.status, status);
    if (fault) throw new ApiError('conflict', fault);
    if (!isInForce(status)) {
      await assertNotPaidOut(store, scope, kind, before);
      if (kind === 'payment') await assertNotRefunded(store, scope, before);
    } else if (kind === 'refund') await assertRefundable(store, scope, id);
    return {
      after: {
        ...withoutKeys(before, status),
        ...statusFields(before, status, effective),
        notify_due_utc: notificationDue(store, kind, status),
      },
      jobs: [kind === 'deposit' ? job('link_deposit_records', {}) : balanceJob(bookingOf(before))],
    };
  });
  if (kind !== 'deposit' && status === 'completed') await notifyBookingOfRecord(store, scope, kind, body);
  return { record: present(body), version: body.version };
}

/** Returns the fields that change with the status, including the new journal entry. */
export function statusFields(
  before: FinancialBody<unknown>,
  status: RecordStatus,
  effective?: Date,
): Pick<FinancialBody<unknown>, 'status' | 'effective_utc' | 'journal'> {
  return {
    status,
    effective_utc: before.effective_utc ?? takesEffect(status, effective ?? before.sent_utc).effective_utc,
    journal: [...before.journal, { status, recorded_utc: new Date() }],
  };
}

/**
 * Removes `line_keys` from a deposit that is voided or failed, so that another deposit can pay out
 * the records of this deposit.
 */
export function withoutKeys<Details>(before: FinancialBody<Details>, status: RecordStatus): FinancialBody<Details> {
  if (isInForce(status)) return before;
  const { line_keys: _keys, ...rest } = before;
  return rest;
}

/**
 * Refuses to void or fail a record that a deposit in force pays out. The deposit must be voided
 * first.
 */
async function assertNotPaidOut(
  store: FinanceStore,
  scope: AccountScope,
  kind: string,
  { deposit_id, _id }: FinancialBody<unknown>,
): Promise<void> {
  if (deposit_id === null) return;
  const deposit = await store.deposits.records.findOne(scope, { _id: deposit_id });
  if (!deposit || !isInForce(deposit.status)) return;
  throw new ApiError('conflict', `${kind} ${_id} is in deposit ${deposit_id}; void that first, or record a refund`);
}

/** Refuses to complete a refund whose payment is not completed. */
async function assertRefundable(store: FinanceStore, scope: AccountScope, refundId: number): Promise<void> {
  const { details } = await store.refunds.records.get(scope, { _id: refundId });
  if (details.payment_id === null) return;
  const payment = await store.payments.records.get(scope, { _id: details.payment_id });
  const fault = unlessRefundable(payment);
  if (fault) throw new ApiError('conflict', fault);
}
