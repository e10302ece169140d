import type { Message } from '@keyhaven/contracts/messaging/message';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { storeImage } from '../attachments/store-image';
import { deleteUnlessUsed } from '../attachments/sweep-objects';
import type { MessagingStore } from '../store/messaging-store';
import type { Attachment, MessageBody } from '../store/message.model';
import { job } from '../jobs';

/** The fields of a new message, and the validated bytes of its images. */
export type MessageToStore = Pick<
  MessageBody,
  'thread_id' | 'body' | 'date_utc' | 'from_role' | 'from_contact_id' | 'is_draft'
> & { images: Buffer[] };

/**
 * Stores the images of a new message, then the message. A repeated request gets the response of the first request. If
 * the two requests run concurrently, both store their images. The unique index then refuses the message of one request,
 * and this request deletes its images again.
 * @throws ApiError bad_request if the account has no such thread, and any error of `build`.
 */
export async function storeMessage(
  store: MessagingStore,
  scope: AccountScope,
  build: () => Promise<MessageToStore>,
): Promise<{ record: Message; version: number }> {
  const stored: Attachment[] = [];
  const { record, document } = await store.messages.create(scope, async () => {
    const { images, ...message } = await build();
    if (!(await store.threads.findOne(scope, { _id: message.thread_id }))) {
      throw new ApiError('bad_request', `thread_id: the thread id ${message.thread_id} was not found`);
    }
    for (const image of images) {
      stored.push(await storeImage(store.pendingObjects, store.objects, scope.accountId, image));
    }
    const after: Omit<MessageBody, 'created_utc' | 'updated_utc'> = {
      ...message,
      _id: await store.ids.next('message'),
      user_id: scope.accountId,
      version: 0,
      attachments: [...stored],
      is_removed: false,
      removed_utc: null,
      delivered_utc: null,
      failed_utc: null,
      failure_reason: null,
    };
    const keys = stored.map(({ key }) => key);
    const jobs = keys.length > 0 ? [job('forget-pending-objects', { keys })] : [];
    return { after: after, jobs };
  });
  // If `document` is absent, `record` is a stored response. Usually another attempt of the same request stored this
  // response, so delete the images of this attempt. If this attempt itself stored the message and only a later step
  // failed, the message uses the images, and deleteUnlessUsed keeps them. If a crash or an error prevents the deletion,
  // the sweep deletes the images.
  const parts = { messages: store.messageModel, objects: store.objects };
  if (!document) for (const { key } of stored) await deleteUnlessUsed(parts, scope.accountId, key);
  return { record, version: FIRST_VERSION };
}
