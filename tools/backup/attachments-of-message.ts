import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import { mongo } from 'mongoose';

/** Where the messages are stored. */
export const MESSAGES = { database: `${DATABASE_PREFIX}messaging`, collection: 'messages' };

/** The file names that messaging gives to attachments: 24 random bytes in base64url, and the type of the image. */
export const ATTACHMENT_NAME = /^[\w-]{32}\.[a-z]+$/;

/** Returns the file names of the attachments of a message. @param message the stored bytes of the message. */
export function attachmentsOfMessage(message: Buffer): string[] {
  const { attachments = [] } = mongo.BSON.deserialize(message) as { attachments?: { key: string }[] };
  return attachments.map(({ key }) => key);
}
