import { createHash } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';

/**
 * An address to which an app of an account receives events. It is the first level of the queue: only the process with
 * an endpoint's lease sends to it. It belongs to an account; only the queue reads endpoints across accounts.
 */
export interface EndpointDocument {
  _id: string;
  user_id: number;
  app_key: string;
  webhook_url: string;
  /** When it has work; absent when nothing waits. */
  due_utc?: Date;
  /** Raised whenever work was added, so that a release cannot overlook it. */
  news: number;
  /** The process that owns the lease, and until when, by the database's clock. */
  owner?: string;
  leased_until_utc: Date;
  /** Failures since the last success, and the time of the first of them. */
  failures: number;
  failing_since_utc: Date | null;
  /** Nothing is sent before this instant. */
  not_before_utc: Date;
}

export function endpointModel(connection: Connection): Model<EndpointDocument> {
  const schema = new Schema<EndpointDocument>(
    {
      _id: String,
      user_id: Number,
      app_key: String,
      webhook_url: String,
      due_utc: Date,
      news: Number,
      owner: String,
      leased_until_utc: Date,
      failures: Number,
      failing_since_utc: Date,
      not_before_utc: Date,
    },
    { collection: 'endpoints', versionKey: false },
  )
    // The sweep: endpoints with due work, those that wait longest first.
    .index({ due_utc: 1 }, { partialFilterExpression: { due_utc: { $exists: true } } });
  return connection.model<EndpointDocument>('Endpoint', schema);
}

/** The id of an address's endpoint: the same for all subscriptions of an app that name the address. */
export function endpointId(userId: number, appKey: string, webhookUrl: string): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, appKey, webhookUrl]))
    .digest('base64url');
}
