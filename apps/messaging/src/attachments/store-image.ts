import { randomBytes } from 'node:crypto';
import { isDryRun, madeUp } from '@keyhaven/persistence/dry-run';
import type { Model } from 'mongoose';
import type { Attachment } from '../store/message.model';
import type { ObjectStore } from '../store/object-store';
import type { PendingObject } from '../store/pending-object.model';
import { imageTypeOf } from './image-types';

/**
 * Stores an image before its message is written. A dry run stores nothing.
 * @param image the bytes of an image of an accepted type.
 */
export async function storeImage(
  pending: Model<PendingObject>,
  objects: ObjectStore,
  userId: number,
  image: Buffer,
): Promise<Attachment> {
  if (isDryRun()) return { key: madeUp(newKey()), bytes: image.length };
  const type = imageTypeOf(image);
  if (!type) throw new Error('the bytes are not an image');
  const key = `${newKey()}.${type.ending}`;
  await pending.updateOne({ _id: key }, [{ $set: { user_id: userId, since_utc: '$$NOW' } }], {
    upsert: true,
    updatePipeline: true,
  });
  await objects.put(key, image, type.contentType);
  return { key, bytes: image.length };
}

function newKey(): string {
  return randomBytes(24).toString('base64url');
}
