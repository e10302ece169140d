import { randomBytes } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import { imageTypeOf } from './image-types';
import type { ObjectStore } from './object-store';

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

/** An attachment as its message keeps it. */
export interface Attachment {
  key: string;
  bytes: number;
}

/** Stores an image for a message that is written next. @param image whose type was checked. */
export async function storeImage(
  pending: Model<PendingObject>,
  objects: ObjectStore,
  userId: number,
  image: Buffer,
): Promise<Attachment> {
  const type = imageTypeOf(image);
  if (!type) throw new Error('the bytes are not an image');
  const key = `${randomBytes(24).toString('base64url')}.${type.ending}`;
  await pending.updateOne({ _id: key }, [{ $set: { user_id: userId, since_utc: '$$NOW' } }], {
    upsert: true,
    updatePipeline: true,
  });
  await objects.put(key, image, type.contentType);
  return { key, bytes: image.length };
}
