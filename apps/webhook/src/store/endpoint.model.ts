import { createHash } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';

/**
 * A URL at which an app receives events of an account. Only the process that has an endpoint's
 * lease sends to it. Only background workers read the endpoints of several accounts together.
 */
export interface EndpointDocument {
  _id: string;
  user_id: number;
  app_key: string;
  /**
   * The account that created the OAuth app, if that is a different account. The delivery settings of the app are stored
   * in that account.
   */
  app_owner_id?: number;
  webhook_url: string;
  /** When the endpoint's next work is due. Absent if there is none. */
  due_utc?: Date;
  /** Incremented whenever work is added, so that the release of a lease cannot miss new work. */
  news: number;
  /** The process with the lease. `leased_until_utc` is the end of the lease, by the database's clock. */
  owner?: string;
  leased_until_utc: Date;
  /** The number of failures since the last success. `failing_since_utc` is the time of the first of these failures. */
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
      app_owner_id: Number,
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
    // Serves the search for endpoints with due work, ordered by due time, the earliest first.
    .index({ due_utc: 1 }, { partialFilterExpression: { due_utc: { $exists: true } } });
  return connection.model<EndpointDocument>('Endpoint', schema);
}

/** Returns the id of an endpoint. All subscriptions of an app to the same URL have the same endpoint. */
export function endpointId(userId: number, appKey: string, webhookUrl: string): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, appKey, webhookUrl]))
    .digest('base64url');
}
