import { type Connection, type Model, Schema } from 'mongoose';
import { KEPT_MS } from './delivery.model';

/**
 * Events are stored this many milliseconds longer than their cursors are accepted, because clocks
 * differ, and the database does not remove events in order. So if a position after an accepted
 * cursor has no event, it never had one.
 */
const MARGIN_MS = 24 * 3600_000;

/**
 * The payload of an event. It is stored once for the event log and all deliveries. Notices to subscribers are not
 * changes, so they have no position. A document without a body is a closed position, where no event will be stored.
 */
export interface EventBodyDocument {
  /** The id of the event. */
  _id: string;
  user_id: number;
  /** The position in the event log of the account. */
  position?: number;
  entity_type?: string;
  entity_id?: number;
  body?: string;
  /** The size of the body, in bytes. Readers of the log use it to decide how many bodies they read. */
  bytes?: number;
  /** When the change was written. */
  occurred_utc?: Date;
  expires_utc: Date;
}

export function eventBodyModel(connection: Connection): Model<EventBodyDocument> {
  const schema = new Schema<EventBodyDocument>(
    {
      _id: String,
      user_id: Number,
      position: Number,
      entity_type: String,
      entity_id: Number,
      body: String,
      bytes: Number,
      occurred_utc: Date,
      expires_utc: Date,
    },
    { collection: 'event_bodies', versionKey: false },
  )
    // Serves readers of the log. Makes the insertion of an event at a closed position fail.
    .index({ user_id: 1, position: 1 }, { unique: true, partialFilterExpression: { position: { $exists: true } } })
    // Serves the history of one record.
    .index({ user_id: 1, entity_type: 1, entity_id: 1, position: -1 })
    // Lets the database remove expired bodies.
    .index({ expires_utc: 1 }, { expireAfterSeconds: 0 });
  return connection.model<EventBodyDocument>('EventBody', schema);
}

/** Returns when an event that is stored now expires. */
export function bodyExpiry(now: Date): Date {
  return new Date(now.getTime() + KEPT_MS + MARGIN_MS);
}

/** Returns when an event was stored. */
export function storedAt({ expires_utc }: Pick<EventBodyDocument, 'expires_utc'>): Date {
  return new Date(expires_utc.getTime() - KEPT_MS - MARGIN_MS);
}

/** Returns the driver's collection, because its errors say which of several documents were refused. */
export function bodyCollection(bodies: Model<EventBodyDocument>) {
  return bodies.db.collection<EventBodyDocument>(bodies.collection.collectionName);
}
