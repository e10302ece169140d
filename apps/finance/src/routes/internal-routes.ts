import type { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import type { FinanceStore } from '../store/finance-store';
import { paymentsOf } from '../records/payments-of';

/** Routes for other services, each with the function that answers it. */
export function internalRoutes(store: FinanceStore): RouteHandlers<typeof financeInternalContract> {
  return {
    paymentsOfBooking: ({ params, body }) => paymentsOf(store, { accountId: accountId(body.user_id) }, params.id),
  };
}
