import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { PaidOutKind } from '@keyhaven/contracts/finance/records';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import { statusFields, withoutKeys } from '../records/change-status';
import { isInForce } from '../records/domain/status-rules';
import type { DepositDetails, FinancialBody } from '../store/financial-record.model';
import { type PaidOutRecords, recordsOfKind, unlessCompleted } from './paid-out-records';

/**
 * Writes the deposit's id into the records that the deposit pays out. Removes the id if the deposit
 * is no longer in force (pending or completed). If one of the records can no longer be paid out,
 * voids the new deposit and refuses the request. Safe to repeat.
 * @param isCreationAwaited whether the request that created the deposit waits for this job.
 * @throws ApiError conflict if the deposit is refused.
 */
export async function linkRecords(
  store: FinanceStore,
  scope: AccountScope,
  id: number,
  isCreationAwaited: boolean,
): Promise<void> {
  const deposit = await store.deposits.records.get(scope, { _id: id });
  // Another process may have run this job before, and voided the deposit because of a record. If a request is still
  // waiting, the code below finds the fault of that record again, so the request fails too.
  if (!isInForce(deposit.status) && !isCreationAwaited) return release(store, scope, deposit);
  for (const [kind, recordId] of recordsIn(deposit)) {
    const fault = await claim(store, scope, recordsOfKind(store, kind), kind, recordId, id);
    if (fault) return withdraw(store, scope, deposit, fault);
  }
  // If the deposit was voided in the meantime, this run may have written the id into records that
  // the void had already released.
  const now = await store.deposits.records.get(scope, { _id: id });
  if (!isInForce(now.status)) await release(store, scope, now);
}

function recordsIn({ details }: FinancialBody<DepositDetails>): [PaidOutKind, number][] {
  return details.lines.flatMap(({ type, record_id }): [PaidOutKind, number][] =>
    type === 'adjustment' || record_id === null ? [] : [[type, record_id]],
  );
}

/**
 * Writes the deposit's id into a record. Returns undefined on success, otherwise the reason why the deposit cannot pay
 * out the record.
 */
async function claim(
  store: FinanceStore,
  scope: AccountScope,
  records: PaidOutRecords,
  kind: PaidOutKind,
  recordId: number,
  depositId: number,
): Promise<string | undefined> {
  let fault: string | undefined;
  await records.update({ accountId: scope.accountId }, { _id: recordId }, async (before) => {
    fault = undefined;
    if (before.deposit_id === depositId) return undefined;
    [fault] = unlessCompleted(kind, before);
    if (fault === undefined && before.deposit_id !== null)
      fault = await otherDeposit(store, scope, kind, recordId, before.deposit_id);
    return fault === undefined ? { after: { ...before, deposit_id: depositId } } : undefined;
  });
  return fault;
}

/**
 * Returns a message if the deposit whose id the record already contains is in force, and so pays out
 * the record. Otherwise undefined.
 */
async function otherDeposit(
  store: FinanceStore,
  scope: AccountScope,
  kind: PaidOutKind,
  recordId: number,
  depositId: number,
): Promise<string | undefined> {
  const other = await store.deposits.records.findOne(scope, { _id: depositId });
  return other && isInForce(other.status) ? `${kind} ${recordId} is already in deposit ${depositId}` : undefined;
}

async function release(
  store: FinanceStore,
  scope: AccountScope,
  deposit: FinancialBody<DepositDetails>,
): Promise<void> {
  for (const [kind, recordId] of recordsIn(deposit)) {
    await recordsOfKind(store, kind).update({ accountId: scope.accountId }, { _id: recordId }, async (before) =>
      Promise.resolve(before.deposit_id === deposit._id ? { after: { ...before, deposit_id: null } } : undefined),
    );
  }
}

async function withdraw(
  store: FinanceStore,
  scope: AccountScope,
  deposit: FinancialBody<DepositDetails>,
  fault: string,
): Promise<never> {
  const { _id } = deposit;
  await store.deposits.records.update({ accountId: scope.accountId }, { _id }, async (before) => {
    if (!isInForce(before.status)) return Promise.resolve(undefined);
    const after = { ...withoutKeys(before, 'voided'), ...statusFields(before, 'voided') };
    return Promise.resolve({ after, forgetsAnswer: true });
  });
  await release(store, scope, deposit);
  throw new ApiError('conflict', `lines: ${fault}`);
}
