import type { Message, MessageCreation } from '@keyhaven/contracts/messaging/message';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { MessagingStore } from '../messaging-store';
import { storeMessage } from './store-message';

/**
 * Posts a message of the account: it is stored and told; the operator's connector delivers it and reports.
 * @throws ApiError bad_request for an unknown thread, or an attachment that is not taken: no message then.
 */
export async function postMessage(
  store: MessagingStore,
  scope: AccountScope,
  { thread_id, body, attachment_url }: MessageCreation,
): Promise<{ record: Message; version: number }> {
  return storeMessage(store, scope, async () => {
    if (!(await store.threads.findOne(scope, { _id: thread_id }))) {
      // Before anything is fetched for it.
      throw new ApiError('bad_request', `thread_id: the thread id ${thread_id} was not found`);
    }
    const images = attachment_url === null ? [] : [await store.fetchImage(attachment_url)];
    return {
      thread_id,
      body,
      images,
      date_utc: new Date(),
      from_role: 'owner' as const,
      from_contact_id: null,
      is_draft: false,
    };
  });
}
