import { services } from '@keyhaven/contracts/platform/services';
import { BOOKING_BALANCE, bookingBalance } from '@keyhaven/contracts/shared/booking-balance';
import { type ChangeEvent, RESYNC_END } from '@keyhaven/events/change-event';
import { type Consumer, ImpossibleEvent } from '@keyhaven/events/event-bus';
import { wrapConsumers } from '@keyhaven/events/wrap-consumers';
import { accountId } from '@keyhaven/persistence/account-scope';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { BookingPart } from '../bookings/domain/booking-part';
import { isCounted } from '../stays/published-totals';
import type { BookingStore } from '../store/booking-store';
import { countPayments } from './count-payments';

/**
 * How long the event of a balance is retried while the booking of the balance does not exist, in milliseconds. Finance
 * knows bookings only from this service's events, so the booking can be missing only briefly, during a failover of the
 * database. If the booking is still missing after this time, the booking was lost when a backup was restored.
 */
const WAITS_MS = 60_000;

/**
 * Consumes the balances of bookings. Finance also calls this service with each balance, but these
 * events arrive even if that call failed.
 */
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
  return wrapConsumers(consumers, async (event, next) => {
    if (event.entity_type === BOOKING_BALANCE && event.action !== RESYNC_END) {
      const [totals, isCurrent] = await Promise.all([readTotals(store, event), hasCopy(store, event)]);
      // An event of a resync must always be handled, even if the totals already include the balance, because the
      // event marks the copy as published again.
      if (!event.is_resync && isCurrent && isCounted(totals, event)) return;
    }
    await next();
  });
}

/**
 * Whether this service has a copy of the balance that is at least as new as this event. Then the
 * event would not change the copy.
 */
async function hasCopy(
  { balances }: BookingStore,
  { entity_id, user_id, occurred_utc }: ChangeEvent,
): Promise<boolean> {
  const copy = await balances.findStored({ accountId: accountId(user_id) }, entity_id);
  return copy?.published_utc !== undefined && !copy.deleted_utc && copy.published_utc >= new Date(occurred_utc);
}

/**
 * The totals of the booking to which a balance belongs.
 * @throws Error while the booking may still appear, so that the event is retried; ImpossibleEvent after WAITS_MS.
 */
async function readTotals(
  store: BookingStore,
  { entity_id, user_id, occurred_utc }: ChangeEvent,
): Promise<BookingPart['totals']> {
  const stay = await store.stays.findOne({ accountId: accountId(user_id) }, { 'booking.id': entity_id });
  if (stay) return stay.booking.totals;
  const why = `booking ${entity_id} does not exist, and money was recorded for it`;
  if (Date.now() - Date.parse(occurred_utc) > WAITS_MS) throw new ImpossibleEvent(why);
  throw new Error(why);
}
