import type { BalanceReceipt } from '@keyhaven/contracts/booking/internal-contract';
import type { PublishedBalance } from '@keyhaven/contracts/shared/booking-balance';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { applyCopy } from '@keyhaven/persistence/copies/apply-copy';
import type { BookingStore } from '../store/booking-store';
import { countPayments, isKnown } from './count-payments';

/**
 * Stores a booking's balance, which finance sends before it responds to the request that records a payment. The event
 * of the same balance arrives later and is applied too, so nothing is lost if this process crashes here.
 */
export async function receiveBalance(
  store: BookingStore,
  scope: AccountScope,
  bookingId: number,
  { generation, version, totals, canceled_utc }: PublishedBalance,
): Promise<BalanceReceipt> {
  if (!(await isKnown(store, scope, bookingId))) return { outcome: 'unknown' };
  const published = { generation, version, entity_id: bookingId, user_id: scope.accountId };
  const event = { ...published, occurred_utc: new Date().toISOString(), is_resync: false };
  await applyCopy(store.balances, event, { totals, canceled_utc });
  return countPayments(store, scope, bookingId);
}
