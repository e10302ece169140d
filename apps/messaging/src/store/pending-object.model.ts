import { type Connection, type Model, Schema } from 'mongoose';

/**
 * An object that is about to be stored for a message. It is written before the object, and goes when a message has the
 * object: what a crash left between the two is found by it.
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
    // The sweep of what was left behind.
    .index({ since_utc: 1 });
  return connection.model<PendingObject>('PendingObject', schema);
}
