import type { Model } from 'mongoose';
import type { AppDocument } from './app.model';
import type { SubscriptionDocument } from './subscription.model';
import type { DeliveryDocument } from './delivery.model';
import type { EndpointDocument } from './endpoint.model';
import type { EventBodyDocument } from './event-body.model';

/** The collections of the queue, which works across accounts. Requests never use it. */
export interface QueueModels {
  subscriptions: Model<SubscriptionDocument>;
  apps: Model<AppDocument>;
  deliveries: Model<DeliveryDocument>;
  endpoints: Model<EndpointDocument>;
  bodies: Model<EventBodyDocument>;
}
