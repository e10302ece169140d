import { type Connection, type Model, Schema } from 'mongoose';

/**
 * An object that is about to be stored for a message. This document is written before the object, and deleted after
 * the message was stored. So the sweep can find objects that have no message because of a crash.
 */
export interface PendingObject {
  /** The object's key. */
  _id: string;
  user_id: number;
  since_utc: Date;
}

export function pendingObjectModel(connection: Connection): Model<PendingObject> {
  const schema = new Schema<PendingObject>(
    { _id: String, user_id: Number, since_utc: Date },
    { collection: 'pending_objects', versionKey: false, autoIndex: false, autoCreate: false },
  )
    // Serves the sweep of abandoned objects.
    .index({ since_utc: 1 });
  return connection.model<PendingObject>('PendingObject', schema);
}
