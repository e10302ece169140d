import { type Message, threadInShort } from '@keyhaven/contracts/messaging/message';
import type { MessageListQuery, messagePage } from '@keyhaven/contracts/messaging/public-contract';
import { buildPage } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageKey, pageSkip } from '@keyhaven/persistence/list-filters';
import type { z } from 'zod';
import type { MessagingStore } from '../store/messaging-store';
import type { ThreadBody } from '../store/thread.model';
import { presentMessage } from '../store/message-entity';
import type { MessageDocument } from '../store/message.model';

/**
 * Lists a thread's messages, with the thread and its guest. Drafts and attachments are included on request.
 * @throws ApiError not_found if the account has no such thread.
 */
export async function listMessages(
  store: MessagingStore,
  scope: AccountScope,
  query: MessageListQuery,
  url: string,
): Promise<z.infer<typeof messagePage>> {
  const readThread = async () => {
    const thread = await store.threads.get(scope, { _id: query.thread_id }, 'a thread');
    return { thread, guest: await guestOf(store, scope, thread) };
  };
  const { newest_first: descending } = query;
  const key = pageKey(query);
  const filter = {
    thread_id: query.thread_id,
    ...(query.include_drafts ? {} : { is_draft: false }),
    ...changedSince<MessageDocument>('updated_utc', query.since_utc),
    ...(key === undefined ? {} : { _id: descending ? { $lt: key } : { $gt: key } }),
  };
  const [{ thread, guest }, found] = await Promise.all([
    readThread(),
    store.messages.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query), descending }),
  ]);
  const records = found.map((body) => presentMessage(body, ({ key }) => store.addresses.forRead(key)));
  const page = buildPage<Message, Message>(records, query, url, ({ attachment_urls, ...record }) =>
    query.include_attachments ? { ...record, attachment_urls } : record,
  );
  return { ...page, thread: threadInShort.parse({ ...thread, id: thread._id }), guest };
}

/** Returns one message with its attachments. @throws ApiError not_found. */
export async function getMessage(
  store: MessagingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Message; version: number }> {
  const body = await store.messages.get(scope, { _id: id });
  return { record: presentMessage(body, ({ key }) => store.addresses.forRead(key)), version: body.version };
}

/** The guest of a thread: the thread's own guest, or else the guest of its booking. */
async function guestOf(store: MessagingStore, scope: AccountScope, thread: ThreadBody) {
  const ofBooking =
    thread.guest_id === null && thread.booking_id !== null
      ? await store.bookingCopies.findOne(scope, { _id: thread.booking_id })
      : undefined;
  const guestId = thread.guest_id ?? ofBooking?.guest_id ?? null;
  if (guestId === null) return null;
  const guest = await store.guestCopies.findOne(scope, { _id: guestId });
  return guest === undefined ? null : { id: guest._id, first_name: guest.first_name, last_name: guest.last_name };
}
