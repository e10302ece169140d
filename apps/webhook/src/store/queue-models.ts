import type { Model } from 'mongoose';
import type { AppDocument } from './app.model';
import type { SubscriptionDocument } from './subscription.model';
import type { CatchUpDocument } from './catch-up.model';
import type { DeliveryDocument } from './delivery.model';
import type { EndpointDocument } from './endpoint.model';
import type { EventBodyDocument } from './event-body.model';
import type { EventLogDocument } from './event-log.model';

/**
 * The collections of the queue and the event log. Background workers read them for several accounts
 * together. Code that handles requests uses them directly only in events/.
 */
export interface QueueModels {
  subscriptions: Model<SubscriptionDocument>;
  apps: Model<AppDocument>;
  deliveries: Model<DeliveryDocument>;
  endpoints: Model<EndpointDocument>;
  bodies: Model<EventBodyDocument>;
  logs: Model<EventLogDocument>;
  catchUps: Model<CatchUpDocument>;
}
