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
  if (!isInForce(deposit.status)) {
    await release(store, scope, deposit);
    // Another process may have run this job before, and voided the deposit because of a record. If a request is still
    // waiting, find the fault of that record again, so that the request fails too.
    if (isCreationAwaited) await assertPayable(store, scope, deposit);
    return;
  }
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
    fault = await faultOf(store, scope, kind, before);
    return fault === undefined ? { after: { ...before, deposit_id: depositId } } : undefined;
  });
  return fault;
}

/** @throws ApiError conflict if one of the records cannot be paid out by a new deposit. */
async function assertPayable(
  store: FinanceStore,
  scope: AccountScope,
  deposit: FinancialBody<DepositDetails>,
): Promise<void> {
  for (const [kind, recordId] of recordsIn(deposit)) {
    const [record] = await recordsOfKind(store, kind).find(scope, { _id: { $in: [recordId] } }, { limit: 1 });
    const fault = record && (await faultOf(store, scope, kind, record));
    if (fault) throw refusalOf(fault);
  }
}

/** Returns the reason why a new deposit cannot pay out the record. */
async function faultOf(
  store: FinanceStore,
  scope: AccountScope,
  kind: PaidOutKind,
  record: FinancialBody<unknown>,
): Promise<string | undefined> {
  const [fault] = unlessCompleted(kind, record);
  if (fault !== undefined || record.deposit_id === null) return fault;
  return otherDeposit(store, scope, kind, record._id, record.deposit_id);
}

function refusalOf(fault: string): ApiError {
  return new ApiError('conflict', `lines: ${fault}`);
}

/**
 * The record already contains the id of a deposit. Returns a message if that deposit is in force, and
 * so pays out the record. Otherwise returns undefined.
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
  throw refusalOf(fault);
}
