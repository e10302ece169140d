import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { removalMessage } from '../platform/changes';
import { errorBody } from '../shared/errors';
import { writeHeaders } from '../shared/headers';
import { booleanQuery, idPath, removedParameter } from '../shared/inputs';
import { openRoute } from '../shared/open-route';
import { changedSinceQuery, page } from '../shared/paging';
import { commonErrors, createErrors, openErrors } from '../shared/responses';
import { guestInShort, message, messageCreation, threadIdFields, threadIdOf, threadInShort } from './message';

const contract = initContract();

const messageListQuery = changedSinceQuery
  .extend({
    ...threadIdFields,
    include_drafts: booleanQuery.default(false).describe('True: with drafts, which were not sent. By default false.'),
    include_attachments: booleanQuery
      .default(false)
      .describe('True: each message has its `attachment_urls`. By default false.'),
    newest_first: booleanQuery.default(false).describe('True: ordered by id descending. By default ascending.'),
    sinceUtc: removedParameter(removalMessage('messages-since')),
  })
  .transform((sent, context) => {
    const thread_id = threadIdOf(sent, context);
    return thread_id === undefined || context.issues.length > 0 ? z.NEVER : { ...sent, thread_id };
  });
export type MessageListQuery = z.output<typeof messageListQuery>;

export const messagePage = page(message)
  .extend({
    thread: threadInShort.describe('The thread of the messages.'),
    guest: guestInShort.nullable().describe('The guest of the thread, or else of its booking. Null if there is none.'),
  })
  .meta({ id: 'MessagePage', description: "A page of a thread's messages, with the thread and its guest." });

/** The routes of the messaging service for integrations, through the gateway. */
export const messagingPublicContract = contract.router({
  listMessages: {
    method: 'GET',
    path: '/v2/messages',
    query: messageListQuery,
    summary: 'List the messages of a thread',
    description: [
      'The messages of one thread, ordered by id, or with `newest_first=true` the newest first. `thread_id` is required; the threads of a booking are its `thread_ids`. The answer also contains the thread and its guest.',
      'A removed message stays in the list, with `removed_utc` and without text and attachments. `since_utc` finds new messages and changed ones: edits, removals and reports about deliveries. Without `include_drafts` and `include_attachments`, drafts are left out and messages have no `attachment_urls`.',
    ].join('\n\n'),
    responses: { 200: messagePage, ...commonErrors },
  },
  getMessage: {
    method: 'GET',
    path: '/v2/messages/:id',
    pathParams: idPath('message'),
    summary: 'Read a message',
    description: 'One message with its attachments, also if it is a draft or was removed.',
    responses: { 200: message, ...commonErrors },
  },
  createMessage: {
    method: 'POST',
    path: '/v2/messages',
    headers: writeHeaders,
    body: messageCreation,
    summary: 'Post a message',
    description: [
      'Posts a message of the account to a thread: a text, one image by its public address, or both. It is stored and published; the connector of the operator delivers it and reports the result in `delivered_utc` or `failed_utc`.',
      'The image is downloaded while the request is handled, from a public address: JPEG, PNG, GIF or WebP, at most 5 MB. If it cannot be downloaded, the answer is a 400 and no message is stored. Send an `Idempotency-Key`, so that a repeated request does not post the message twice.',
    ].join('\n\n'),
    responses: { 200: message, ...createErrors },
  },
  getAttachment: {
    method: 'GET',
    path: '/attachments/:key',
    pathParams: z.object({ key: z.string().max(100).describe('Key of the attachment.') }),
    query: z.object({
      expires: z.string().max(20).optional().describe('When the address expires, in seconds since 1970.'),
      signature: z.string().max(100).optional().describe('Signature of the address.'),
    }),
    metadata: openRoute,
    summary: 'Download an attachment',
    description:
      'The image at an address of `attachment_urls`. The signature in the address replaces credentials. An address that has expired, or whose message was removed, is a 404: read the message again for a new one.',
    responses: { 200: z.unknown(), ...openErrors, 404: errorBody },
  },
});
