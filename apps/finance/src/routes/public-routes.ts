import type { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import type { FinanceStore } from '../store/finance-store';
import { getRecord, listRecords } from '../records/read-records';

/** The routes for integrations. Each is listed with the function that handles its requests. */
export function publicRoutes(store: FinanceStore): RouteHandlers<typeof financePublicContract> {
  return {
    listPayments: ({ query, context }) => listRecords(store.payments, publicScope(context), query, context.url),
    getPayment: ({ params, context }) => versioned(context, getRecord(store.payments, publicScope(context), params.id)),
    listRefunds: ({ query, context }) => listRecords(store.refunds, publicScope(context), query, context.url),
    getRefund: ({ params, context }) => versioned(context, getRecord(store.refunds, publicScope(context), params.id)),
    listFees: ({ query, context }) => listRecords(store.fees, publicScope(context), query, context.url),
    getFee: ({ params, context }) => versioned(context, getRecord(store.fees, publicScope(context), params.id)),
    listDeposits: ({ query, context }) => listRecords(store.deposits, publicScope(context), query, context.url),
    getDeposit: ({ params, context }) => versioned(context, getRecord(store.deposits, publicScope(context), params.id)),
  };
}
