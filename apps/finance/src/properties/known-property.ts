import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';

/**
 * Checks that a property exists. Reads the copy of the property. If the property's event has not arrived yet, calls the
 * booking service.
 * @throws ApiError bad_request if the account has no such property; unavailable if there is no copy and the booking
 *   service does not respond.
 */
export async function assertProperty(store: FinanceStore, scope: AccountScope, id: number): Promise<void> {
  if (await store.properties.findOne(scope, { _id: id })) return;
  const { outcome } = await store.booking.findProperty({ body: { user_id: scope.accountId, property_id: id } });
  if (outcome === 'found') return;
  throw new ApiError('bad_request', `property_id: property ${id} does not exist`);
}
