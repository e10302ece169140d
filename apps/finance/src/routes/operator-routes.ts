import type { financeOperatorContract } from '@keyhaven/contracts/finance/operator-contract';
import type { RecordStatus } from '@keyhaven/contracts/finance/records';
import type { RequestContext, RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { operatorScope } from '@keyhaven/service/scope-of';
import { listRefundsDue } from '../bookings/list-refunds-due';
import { makeDeposit } from '../deposits/make-deposit';
import type { FinanceStore } from '../store/finance-store';
import { listAccountingEntries } from '../accounting/list-accounting-entries';
import { changeStatus } from '../records/change-status';
import { recordFee, recordPayment, recordRefund } from '../records/record-money';
import type { RecordsOf } from '../store/record-kinds';
import { closeStatements } from '../statements/close-months';
import { getStatements } from '../statements/get-statements';
import { getStatementSettings, updateStatementSettings } from '../statements/statement-settings';
import { recordOwnerEntry, voidOwnerEntry } from '../statements/write-owner-entries';

interface StatusRequest {
  params: { user_id: number; id: number };
  body?: { completed_utc?: Date } | undefined;
  context: RequestContext;
}

/** The routes for operators. Each is listed with the function that handles its requests. */
export function operatorRoutes(store: FinanceStore): RouteHandlers<typeof financeOperatorContract> {
  const becomes =
    <Details, Shown extends { id: number }>(records: RecordsOf<Details, Shown>, status: RecordStatus) =>
    ({ params, body, context }: StatusRequest): Promise<Shown> => {
      const scope = operatorScope(context, params.user_id);
      return versioned(context, changeStatus(store, records, scope, params.id, status, body?.completed_utc));
    };
  return {
    recordPayment: ({ params, body, context }) =>
      versioned(context, recordPayment(store, operatorScope(context, params.user_id), body)),
    completePayment: becomes(store.payments, 'completed'),
    failPayment: becomes(store.payments, 'failed'),
    voidPayment: becomes(store.payments, 'voided'),
    recordRefund: ({ params, body, context }) =>
      versioned(context, recordRefund(store, operatorScope(context, params.user_id), body)),
    completeRefund: becomes(store.refunds, 'completed'),
    failRefund: becomes(store.refunds, 'failed'),
    voidRefund: becomes(store.refunds, 'voided'),
    recordFee: ({ params, body, context }) =>
      versioned(context, recordFee(store, operatorScope(context, params.user_id), body)),
    completeFee: becomes(store.fees, 'completed'),
    failFee: becomes(store.fees, 'failed'),
    voidFee: becomes(store.fees, 'voided'),
    makeDeposit: ({ params, body, context }) =>
      versioned(context, makeDeposit(store, operatorScope(context, params.user_id), body)),
    completeDeposit: becomes(store.deposits, 'completed'),
    failDeposit: becomes(store.deposits, 'failed'),
    voidDeposit: becomes(store.deposits, 'voided'),
    listRefundsDue: ({ params, query, context }) =>
      listRefundsDue(store, operatorScope(context, params.user_id), query, context.url),
    getStatements: ({ params, query, context }) => getStatements(store, operatorScope(context, params.user_id), query),
    closeStatements: ({ params, body, context }) =>
      closeStatements(store, operatorScope(context, params.user_id), body.month),
    getStatementSettings: ({ params, context }) => getStatementSettings(store, operatorScope(context, params.user_id)),
    updateStatementSettings: ({ params, body, context }) =>
      updateStatementSettings(store, operatorScope(context, params.user_id), body),
    recordOwnerEntry: ({ params, body, context }) =>
      versioned(context, recordOwnerEntry(store, operatorScope(context, params.user_id), body)),
    voidOwnerEntry: ({ params, context }) =>
      versioned(context, voidOwnerEntry(store, operatorScope(context, params.user_id), params.id)),
    listAccountingEntries: ({ params, query, context }) =>
      listAccountingEntries(store, operatorScope(context, params.user_id), query.month),
  };
}
