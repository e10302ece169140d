import type { PaidOutKind } from '@keyhaven/contracts/finance/records';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import type { FinancialBody } from '../store/financial-record.model';

type Body = FinancialBody<unknown>;

/** The methods that deposits need from the repositories of payments, refunds and fees. */
export interface PaidOutRecords {
  find(scope: AccountScope, filter: { _id: { $in: number[] } }, options: { limit: number }): Promise<Body[]>;
  update(
    scope: AccountScope,
    filter: { _id: number },
    decide: (before: Body) => Promise<{ after: Body } | undefined>,
  ): Promise<Body>;
}

export function recordsOfKind(store: FinanceStore, kind: PaidOutKind): PaidOutRecords {
  switch (kind) {
    case 'payment':
      return store.payments.records;
    case 'refund':
      return store.refunds.records;
    case 'fee':
      return store.fees.records;
  }
}

/**
 * Returns the reason why a record cannot be paid out. Empty for a completed record, which can be
 * paid out.
 */
export function unlessCompleted(kind: PaidOutKind, { _id, status }: Pick<Body, '_id' | 'status'>): string[] {
  return status === 'completed' ? [] : [`${kind} ${_id} is ${status}; only completed ones are paid out`];
}
