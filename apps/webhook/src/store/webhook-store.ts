import type { Subscription } from '@keyhaven/contracts/webhook/subscription';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { Connection } from 'mongoose';
import { TenantReader } from '@keyhaven/persistence/tenant-repository/tenant-reader';
import { type AppDocument, appEntity, appModel } from './app.model';
import { type DeliveryDocument, deliveryModel } from './delivery.model';
import { endpointModel } from './endpoint.model';
import { eventBodyModel } from './event-body.model';
import type { QueueModels } from './queue-models';
import { type SubscriptionDocument, subscriptionEntity, subscriptionModel } from './subscription.model';

/** Everything that the webhook service stores. */
export interface WebhookStore {
  ids: IdAllocator;
  /** Says what is wrong with an address for deliveries; undefined if nothing is. */
  faultOfUrl: (url: string) => Promise<string | undefined>;
  now: () => Date;
  subscriptions: TenantRepository<SubscriptionDocument, Subscription>;
  apps: TenantRepository<AppDocument>;
  /** The deliveries, for reading the log. */
  deliveries: TenantReader<DeliveryDocument>;
  /** The queue, across accounts, for the fan-out and for sending. */
  queue: QueueModels;
}

export function createWebhookStore(
  connection: Connection,
  ids: IdAllocator,
  relay: Relay,
  world: Pick<WebhookStore, 'faultOfUrl' | 'now'>,
): WebhookStore {
  const subscriptions = subscriptionModel(connection);
  const apps = appModel(connection);
  const deliveries = deliveryModel(connection);
  return {
    ids,
    ...world,
    subscriptions: new TenantRepository({
      model: subscriptions,
      noun: 'a webhook subscription',
      entities: [subscriptionEntity],
      relay,
    }),
    apps: new TenantRepository({
      model: apps,
      noun: 'an app',
      entities: [appEntity],
      relay,
      secretFields: ['basic', 'signing_secrets'],
    }),
    deliveries: new TenantReader({ model: deliveries, noun: 'a delivery' }),
    queue: {
      subscriptions,
      apps,
      deliveries,
      endpoints: endpointModel(connection),
      bodies: eventBodyModel(connection),
    },
  };
}
