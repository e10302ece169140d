import type { Subscription } from '@keyhaven/contracts/webhook/subscription';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { Connection } from 'mongoose';
import { TenantReader } from '@keyhaven/persistence/tenant-repository/tenant-reader';
import { type AppDocument, appEntity, appModel } from './app.model';
import { catchUpModel } from './catch-up.model';
import { type DeliveryDocument, deliveryModel } from './delivery.model';
import { endpointModel } from './endpoint.model';
import { eventBodyModel } from './event-body.model';
import { eventLogModel } from './event-log.model';
import type { QueueModels } from './queue-models';
import { type SubscriptionDocument, subscriptionEntity, subscriptionModel } from './subscription.model';

/** Everything that the webhook service stores. */
export interface WebhookStore {
  ids: IdAllocator;
  /** Returns why deliveries must not be sent to a URL. Returns undefined if they may be sent. */
  faultOfUrl: (url: string) => Promise<string | undefined>;
  now: () => Date;
  /** The generation of the database. It increases after a restore from a backup. */
  generation: number;
  subscriptions: TenantRepository<SubscriptionDocument, Subscription>;
  apps: TenantRepository<AppDocument>;
  /** Reads deliveries for the delivery log. */
  deliveries: TenantReader<DeliveryDocument>;
  /** The delivery queue, which all accounts share. */
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
    generation: relay.generation,
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
      logs: eventLogModel(connection),
      catchUps: catchUpModel(connection),
    },
  };
}
