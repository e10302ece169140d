import { type Connection, type Model, Schema } from 'mongoose';

/** The payload of an event, stored once for all its deliveries. */
export interface EventBodyDocument {
  /** The event's id. */
  _id: string;
  user_id: number;
  body: string;
  expires_utc: Date;
}

export function eventBodyModel(connection: Connection): Model<EventBodyDocument> {
  const schema = new Schema<EventBodyDocument>(
    { _id: String, user_id: Number, body: String, expires_utc: Date },
    { collection: 'event_bodies', versionKey: false },
  )
    // The database removes them when their time is over.
    .index({ expires_utc: 1 }, { expireAfterSeconds: 0 });
  return connection.model<EventBodyDocument>('EventBody', schema);
}
