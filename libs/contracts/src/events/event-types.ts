import { bookingEvents } from './booking-events';
import { feesEvents } from './fees-events';
import { financeEvents } from './finance-events';
import { identityEvents } from './identity-events';
import { messagingEvents } from './messaging-events';
import { pricingEvents } from './pricing-events';
import { subscriptionTypes } from '../webhook/categories';
import { webhookEvents } from './webhook-events';
import type { EventType } from './event-type';
import type { DataServiceName } from '../platform/services';

/**
 * The types of events that each service publishes on its topic, by `entity_type`. The AsyncAPI document and the JSON
 * Schemas in docs/asyncapi are generated from them, and the tests of the services check every published event against
 * them.
 */
export const eventTypes: Record<DataServiceName, Record<string, EventType>> = {
  identity: identityEvents,
  booking: bookingEvents,
  pricing: pricingEvents,
  fees: feesEvents,
  messaging: messagingEvents,
  webhook: webhookEvents,
  finance: financeEvents,
};

const publicTypes = new Set<string>(Object.values(subscriptionTypes).map(({ entityType }) => entityType));

/** Whether webhooks and the event log deliver events of this type to clients. Clients never get the private fields. */
export function isPublicType(entityType: string): boolean {
  return publicTypes.has(entityType);
}
