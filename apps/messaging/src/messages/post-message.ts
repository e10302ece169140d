import { type Message, type MessageCreation, serverDecidedOfMessages } from '@keyhaven/contracts/messaging/message';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults } from '@keyhaven/contracts/shared/server-decided';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { MessagingStore } from '../store/messaging-store';
import { storeMessage } from './store-message';

/**
 * Stores and publishes a message of the account. The operator's connector delivers it and reports the result.
 * @throws ApiError bad_request for an unknown thread, a field that only the server sets, or an attachment that is
 *   refused. No message is stored in these cases.
 */
export async function postMessage(
  store: MessagingStore,
  scope: AccountScope,
  input: MessageCreation,
): Promise<{ record: Message; version: number }> {
  const { thread_id, body, attachment_url } = input;
  return storeMessage(store, scope, async () => {
    const decided = { from_role: 'owner' as const, from_contact_id: null, is_draft: false };
    // An image gets its URL when the image is stored, so a client cannot know the URL in advance.
    const attachment_urls = attachment_url === null ? [] : null;
    const faults = echoFaults(input, [{ ...decided, attachment_urls }], serverDecidedOfMessages);
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    if (!(await store.threads.findOne(scope, { _id: thread_id }))) {
      // storeMessage checks the thread too, but only after the image was downloaded.
      throw new ApiError('bad_request', `thread_id: the thread id ${thread_id} was not found`);
    }
    const images = attachment_url === null ? [] : [await store.fetchImage(attachment_url)];
    return { ...decided, thread_id, body, images, date_utc: new Date() };
  });
}
