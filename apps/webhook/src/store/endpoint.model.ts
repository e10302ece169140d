import { createHash } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';

/**
 * An address that an app of an account is told at. It is the first level of the queue: who has an endpoint's lease, and
 * nobody else, sends to it. It belongs to an account, yet is looked for across accounts, by the queue alone.
 */
export interface EndpointDocument {
  _id: string;
  user_id: number;
  app_key: string;
  webhook_url: string;
  /** When there is something to do for it; absent when nothing waits. */
  due_utc?: Date;
  /** Raised whenever something was put into its queue, so that nobody lets go of it unseen. */
  news: number;
  /** The process that sends to it, and until when; by the database's clock. */
  owner?: string;
  leased_until_utc: Date;
  /** Failures since the last success, and when the first of them was. */
  failures: number;
  failing_since_utc: Date | null;
  /** Nothing is sent before. */
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

/** The id of the endpoint of an address: the same for all subscriptions of an app that name it. */
export function endpointId(userId: number, appKey: string, webhookUrl: string): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, appKey, webhookUrl]))
    .digest('base64url');
}
