import type { DeliveryStatus } from '@keyhaven/contracts/webhook/delivery';
import { type Body, type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

/** How long deliveries and their bodies are kept. Older changes are not delivered. */
export const KEPT_MS = 30 * 24 * 3600_000;

export interface AttemptDocument {
  attempted_utc: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
}

/** One event for one subscription: the log of what happened, and the second level of the queue. */
export interface DeliveryDocument extends TenantDocument {
  subscription_id: number;
  endpoint_id: string;
  event_id: string;
  action: string;
  entity_type: string;
  entity_id: number;
  /** The version of the record, which orders its changes. */
  version: number;
  occurred_utc: Date;
  /** The length of the body. */
  bytes: number;
  status: DeliveryStatus;
  /** All attempts. While it is 0, later changes of the same record for the same subscription wait. */
  attempt_count: number;
  /** Attempts since it was put (back) into the queue: its position in the schedule. */
  tries: number;
  next_utc: Date;
  delivered_utc: Date | null;
  attempts: AttemptDocument[];
  last_response: string | null;
  /** The notice of a revocation is sent although its subscription has ended. */
  is_notice: boolean;
  expires_utc: Date;
}

export type DeliveryBody = Body<DeliveryDocument>;

export function deliveryModel(connection: Connection): Model<DeliveryDocument> {
  const pending = { partialFilterExpression: { status: 'pending' } };
  const schema = tenantSchema<DeliveryDocument>('deliveries', {
    subscription_id: Number,
    endpoint_id: String,
    event_id: String,
    action: String,
    entity_type: String,
    entity_id: Number,
    occurred_utc: Date,
    bytes: Number,
    status: String,
    attempt_count: Number,
    tries: Number,
    next_utc: Date,
    delivered_utc: Date,
    attempts: [Schema.Types.Mixed],
    last_response: String,
    is_notice: Boolean,
    expires_utc: Date,
  })
    // An event is delivered once to a subscription, however often the bus hands it out.
    .index({ user_id: 1, subscription_id: 1, event_id: 1 }, { unique: true })
    // What is due at an endpoint.
    .index({ endpoint_id: 1, next_utc: 1, version: 1 }, pending)
    // The age of the oldest that is due.
    .index({ next_utc: 1 }, pending)
    // The log of a subscription, by status too.
    .index({ user_id: 1, subscription_id: 1, _id: 1 })
    .index({ user_id: 1, subscription_id: 1, status: 1, _id: 1 })
    // Replays, and the log since an instant.
    .index({ user_id: 1, subscription_id: 1, occurred_utc: 1 })
    // The database removes them when their time is over.
    .index({ expires_utc: 1 }, { expireAfterSeconds: 0 });
  return connection.model<DeliveryDocument>('Delivery', schema);
}
