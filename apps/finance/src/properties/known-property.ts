import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';

/**
 * Checks a property that something is recorded for: in the copies, or at the booking service if its event has not
 * arrived yet.
 * @throws ApiError bad_request when the account has no such property; unavailable when the booking service does not
 *   answer.
 */
export async function assertProperty(store: FinanceStore, scope: AccountScope, id: number): Promise<void> {
  if (await store.properties.findOne(scope, { _id: id })) return;
  if (await isFound(store, scope, { property_id: id })) return;
  throw new ApiError('bad_request', `property_id: property ${id} does not exist`);
}

/**
 * Checks the owner whom money is recorded for: anybody who owns a property, or owned one when it was booked or when
 * money was recorded, so that there is a statement to settle.
 * @throws ApiError bad_request when the account has no such owner; unavailable when the booking service does not
 *   answer.
 */
export async function assertOwner(store: FinanceStore, scope: AccountScope, id: number): Promise<void> {
  if (await store.properties.findOne(scope, { owner_id: id })) return;
  if (await store.bookings.findOne(scope, { owner_id: id })) return;
  if (await store.ownerEntries.findOne(scope, { owner_id: id, status: 'completed' })) return;
  if (await isFound(store, scope, { owner_id: id })) return;
  throw new ApiError(
    'bad_request',
    `owner_id: ${id} owns nothing; expected the owner_id of a property or a booking of the account`,
  );
}

async function isFound(
  store: FinanceStore,
  { accountId }: AccountScope,
  search: { property_id: number } | { owner_id: number },
): Promise<boolean> {
  const { outcome } = await store.booking.findProperty({ body: { user_id: accountId, ...search } });
  return outcome === 'found';
}
