import { randomBytes } from 'node:crypto';
import type { Model } from 'mongoose';
import type { Attachment } from '../store/message.model';
import type { ObjectStore } from '../store/object-store';
import type { PendingObject } from '../store/pending-object.model';
import { imageTypeOf } from './image-types';

/** Stores an image for a message that is written next. @param image must have passed the check of its type. */
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
