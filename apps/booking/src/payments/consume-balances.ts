import { services } from '@keyhaven/contracts/platform/services';
import { BOOKING_BALANCE, bookingBalance } from '@keyhaven/contracts/shared/booking-balance';
import { type ChangeEvent, RESYNC_END } from '@keyhaven/events/change-event';
import { type Consumer, ImpossibleEvent } from '@keyhaven/events/event-bus';
import { accountId } from '@keyhaven/persistence/account-scope';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { BookingStore } from '../store/booking-store';
import { countPayments, isKnown } from './count-payments';

/**
 * How long a balance waits for its booking, in milliseconds. Finance learns of bookings only from this service: a
 * booking that is still missing after a hand-over between replicas never comes, as after a restore from a backup.
 */
const WAITS_MS = 60_000;

/** Consumes what was paid for bookings: these events arrive even if finance could not call this service. */
export function consumeBalances(store: BookingStore): Consumer[] {
  const consumers = consumeCopies({
    group: 'booking.balances',
    topic: services.finance.topic,
    entityType: BOOKING_BALANCE,
    copies: store.balances,
    read: ({ entity }) => {
      const { totals, canceled_utc } = bookingBalance.parse(entity);
      return { totals, canceled_utc };
    },
    applied: async ({ id, userId }) => void (await countPayments(store, { accountId: accountId(userId) }, id)),
  });
  return consumers.map((consumer) => ({
    ...consumer,
    handle: async (event) => {
      if (event.entity_type === BOOKING_BALANCE && event.action !== RESYNC_END) await assertKnown(store, event);
      await consumer.handle(event);
    },
  }));
}

/** @throws Error while the booking may still arrive; ImpossibleEvent when it never will: then no copy is stored. */
async function assertKnown(store: BookingStore, { entity_id, user_id, occurred_utc }: ChangeEvent): Promise<void> {
  if (await isKnown(store, { accountId: accountId(user_id) }, entity_id)) return;
  const why = `booking ${entity_id} does not exist, and money was recorded for it`;
  if (Date.now() - Date.parse(occurred_utc) > WAITS_MS) throw new ImpossibleEvent(why);
  throw new Error(why);
}
