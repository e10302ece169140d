import { type ChangeEvent, RESYNC_END } from '@keyhaven/events/change-event';
import type { Consumer } from '@keyhaven/events/event-bus';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { PricingStore } from '../store/pricing-store';
import { recordEndedNights } from './record-ended-nights';

/**
 * The consumers of an entity type whose changes alter prices: nights that have ended keep the prices that they had, so
 * that these are recorded before the change counts.
 * @param propertiesOf the properties whose prices an event may alter; left out: all of the account.
 */
export function afterRecording(
  consumers: readonly Consumer[],
  store: PricingStore,
  entityType: string,
  propertiesOf?: (event: ChangeEvent) => number[],
): Consumer[] {
  return consumers.map((consumer) => ({
    ...consumer,
    handle: async (event) => {
      if (event.entity_type === entityType && event.action !== RESYNC_END) {
        await recordEndedNights(store, { accountId: accountId(event.user_id) }, propertiesOf?.(event));
      }
      await consumer.handle(event);
    },
  }));
}
