import type { BalanceReceipt } from '@keyhaven/contracts/booking/internal-contract';
import type { PublishedBalance } from '@keyhaven/contracts/shared/booking-balance';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { applyCopy } from '@keyhaven/persistence/copies/apply-copy';
import type { BookingStore } from '../store/booking-store';
import { countPayments, isKnown } from './count-payments';

/**
 * Stores the balance of a booking that finance sends before it answers a payment, and counts it. Its event arrives
 * later and is applied again: it completes what a crash interrupts here.
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
