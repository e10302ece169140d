import type { DeliveryStatus } from '@keyhaven/contracts/webhook/delivery';
import { type Body, type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { TraceHeaders } from '@keyhaven/tracing/tracing';
import { type Connection, type Model, Schema } from 'mongoose';

/**
 * How long deliveries and their bodies are stored, in milliseconds. Changes that are older than this are not delivered.
 */
export const KEPT_MS = 30 * 24 * 3600_000;

export interface AttemptDocument {
  attempted_utc: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
}

/**
 * The delivery of one event to one subscription. It is an entry of the delivery log. While it is pending, it is also an
 * entry of the queue.
 */
export interface DeliveryDocument extends TenantDocument {
  subscription_id: number;
  endpoint_id: string;
  event_id: string;
  action: string;
  entity_type: string;
  entity_id: number;
  /** The version of the record, by which the changes of the record are ordered. */
  version: number;
  occurred_utc: Date;
  /** The length of the body in bytes. */
  bytes: number;
  status: DeliveryStatus;
  /** The number of all attempts. While it is 0, later changes of the same record wait for this delivery. */
  attempt_count: number;
  /**
   * The number of attempts since the delivery was enqueued or replayed. It decides the delay before the next attempt.
   */
  tries: number;
  /** How often the delivery was replayed. Absent if it never was. */
  replay_count?: number;
  next_utc: Date;
  delivered_utc: Date | null;
  attempts: AttemptDocument[];
  last_response: string | null;
  /**
   * Whether the delivery is the notice of a revocation. It is sent although the revocation has ended its subscription.
   * False for the deliveries of changes and tests.
   */
  is_notice: boolean;
  /** Present if the subscription received the event from the event log, so the change may be old. */
  is_catch_up?: true;
  expires_utc: Date;
  /** The trace context of the change. Absent if the trace is not recorded. */
  trace?: TraceHeaders;
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
    replay_count: Number,
    next_utc: Date,
    delivered_utc: Date,
    attempts: [Schema.Types.Mixed],
    last_response: String,
    is_notice: Boolean,
    is_catch_up: Boolean,
    expires_utc: Date,
    trace: Schema.Types.Mixed,
  })
    // Ensures that an event is delivered only once to a subscription, even if the bus delivers it
    // several times.
    .index({ user_id: 1, subscription_id: 1, event_id: 1 }, { unique: true })
    // Serves the query for the due deliveries of an endpoint.
    .index({ endpoint_id: 1, next_utc: 1, version: 1 }, pending)
    // Serves the metric for the age of the oldest due delivery.
    .index({ next_utc: 1 }, pending)
    // Serve the delivery log of a subscription, without and with a filter by status.
    .index({ user_id: 1, subscription_id: 1, _id: 1 })
    .index({ user_id: 1, subscription_id: 1, status: 1, _id: 1 })
    // Serves replays, and the delivery log with a filter by time.
    .index({ user_id: 1, subscription_id: 1, occurred_utc: 1 })
    // Lets the database remove expired deliveries.
    .index({ expires_utc: 1 }, { expireAfterSeconds: 0 });
  return connection.model<DeliveryDocument>('Delivery', schema);
}
