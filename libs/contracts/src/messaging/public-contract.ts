import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { booleanQuery, idInput } from '../shared/inputs';
import { openRoute } from '../shared/open-route';
import { changedSinceQuery, page } from '../shared/paging';
import { commonErrors, writeErrors } from '../shared/responses';
import { guestInShort, message, messageCreation, threadIdFields, threadIdOf, threadInShort } from './message';

const contract = initContract();

const messageListQuery = changedSinceQuery
  .extend({
    ...threadIdFields,
    include_drafts: booleanQuery.default(false),
    include_attachments: booleanQuery.default(false),
  })
  .transform((sent, context) => {
    const thread_id = threadIdOf(sent, context);
    return thread_id === undefined || context.issues.length > 0 ? z.NEVER : { ...sent, thread_id };
  });
export type MessageListQuery = z.output<typeof messageListQuery>;

/** A page of a thread's messages, with the thread and its guest. */
export const messagePage = page(message).extend({ thread: threadInShort, guest: guestInShort.nullable() });

/** The routes of the messaging service for integrations, through the gateway. */
export const messagingPublicContract = contract.router({
  listMessages: {
    method: 'GET',
    path: '/v2/messages',
    query: messageListQuery,
    summary: 'Messages of one thread, ordered by id',
    responses: { 200: messagePage, ...commonErrors },
  },
  getMessage: {
    method: 'GET',
    path: '/v2/messages/:id',
    pathParams: z.object({ id: idInput }),
    summary: 'One message, with its attachments',
    responses: { 200: message, ...commonErrors },
  },
  createMessage: {
    method: 'POST',
    path: '/v2/messages',
    headers: writeHeaders,
    body: messageCreation,
    summary: 'Post a message: a text, one image by its public address, or both',
    responses: { 200: message, ...writeErrors },
  },
  getAttachment: {
    method: 'GET',
    path: '/attachments/:key',
    pathParams: z.object({ key: z.string().max(100) }),
    query: z.object({ expires: z.string().max(20).optional(), signature: z.string().max(100).optional() }),
    metadata: openRoute,
    summary: 'An attachment, at the address that messages answer; it expires',
    responses: { 200: z.unknown(), ...commonErrors },
  },
});
