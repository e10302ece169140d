import { type ChangeEvent, RESYNC_END } from '@keyhaven/events/change-event';
import type { Consumer } from '@keyhaven/events/event-bus';
import { wrapConsumers } from '@keyhaven/events/wrap-consumers';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { PricingStore } from '../store/pricing-store';
import { recordEndedNights } from './record-ended-nights';

/**
 * Wraps consumers so that they record the prices of past nights before they apply an event that may
 * change prices. So past nights keep the prices that they had.
 * @param propertiesOf a function that returns the properties whose prices an event may change.
 * Without this function, an event may change the prices of all properties of the account.
 */
export function recordBeforeConsuming(
  consumers: readonly Consumer[],
  store: PricingStore,
  entityType: string,
  propertiesOf?: (event: ChangeEvent) => number[],
): Consumer[] {
  return wrapConsumers(consumers, async (event, next) => {
    if (event.entity_type === entityType && event.action !== RESYNC_END) {
      await recordEndedNights(store, { accountId: accountId(event.user_id) }, propertiesOf?.(event));
    }
    await next();
  });
}
