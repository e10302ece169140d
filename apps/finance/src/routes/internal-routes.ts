import type { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import type { FinanceStore } from '../store/finance-store';
import { paymentsOf } from '../records/payments-of';
import { referencesOfOwner } from '../statements/references-of-owner';

/** The routes for other services. Each is listed with the function that handles its requests. */
export function internalRoutes(store: FinanceStore): RouteHandlers<typeof financeInternalContract> {
  return {
    paymentsOfBooking: ({ params, body }) => paymentsOf(store, { accountId: accountId(body.user_id) }, params.id),
    referencesOfOwner: ({ params, body }) =>
      referencesOfOwner(store, { accountId: accountId(body.user_id) }, params.id),
  };
}
