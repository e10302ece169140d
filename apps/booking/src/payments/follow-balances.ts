import { BOOKING_BALANCE, bookingBalance } from '@keyhaven/contracts/finance/balance';
import { type ChangeEvent, RESYNC_END, resyncTopic } from '@keyhaven/events/change-event';
import { type Consumer, ImpossibleEvent } from '@keyhaven/events/event-bus';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../booking-store';
import { countPayments } from './count-payments';

const FINANCE_TOPIC = 'keyhaven.finance';

/**
 * How long a balance waits for its booking, in milliseconds. Finance learns of bookings from this service alone, so one
 * that is missing longer than a hand-over between replicas takes is missing for good, as after a restore from a backup.
 */
const WAITS_MS = 60_000;

/** Follows what was paid for bookings: when finance could not tell it at once, these events do. */
export function followBalances(store: BookingStore): Consumer[] {
  return [FINANCE_TOPIC, resyncTopic(FINANCE_TOPIC)].map((topic) => ({
    group: 'booking.balances',
    topic,
    handle: async (event) => {
      // Balances are never deleted: an end mark has nothing to remove.
      if (event.entity_type === BOOKING_BALANCE && event.action !== RESYNC_END) await count(store, event);
    },
  }));
}

async function count(store: BookingStore, event: ChangeEvent): Promise<void> {
  const { generation, version, entity_id, user_id } = event;
  const balance = bookingBalance.safeParse(event.entity);
  if (!balance.success) throw new ImpossibleEvent(`the balance of booking ${entity_id} is not readable`);
  const told = { generation, version, totals: balance.data.totals };
  const { outcome } = await countPayments(store, { accountId: accountId(user_id) }, entity_id, told);
  if (outcome === 'counted') return;
  const why = `booking ${entity_id} does not exist, and money was recorded for it`;
  if (Date.now() - Date.parse(event.occurred_utc) > WAITS_MS) throw new ImpossibleEvent(why);
  throw new Error(why);
}
