import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { changeErrors, commonErrors, writeErrors } from '../shared/responses';
import { message, operatorMessageCreation, operatorMessagePatch, thread, threadCreation, threadPatch } from './message';

const contract = initContract();
const accountPath = z.object({ user_id: idInput.describe('Id of the account.') });
const threadPath = accountPath.extend({ id: idInput.describe('Id of the thread.') });
const messagePath = accountPath.extend({ id: idInput.describe('Id of the message.') });

/** The routes with which channel connectors and importers write threads and messages. */
export const messagingOperatorContract = contract.router({
  createThread: {
    method: 'POST',
    path: '/operator/accounts/:user_id/threads',
    pathParams: accountPath,
    headers: writeHeaders,
    body: threadCreation,
    summary: 'Create a thread',
    description: 'With or without a booking. The thread appears in `thread_ids` of its booking.',
    responses: { 200: thread, ...writeErrors },
  },
  updateThread: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/threads/:id',
    pathParams: threadPath,
    headers: changeHeaders,
    body: threadPatch,
    summary: 'Change a thread',
    description: 'Only the sent fields change.',
    responses: { 200: thread, ...changeErrors },
  },
  getThread: {
    method: 'GET',
    path: '/operator/accounts/:user_id/threads/:id',
    pathParams: threadPath,
    summary: 'Read a thread',
    description: 'Without its messages, which integrations read at `GET /v2/messages`.',
    responses: { 200: thread, ...commonErrors },
  },
  createMessage: {
    method: 'POST',
    path: '/operator/accounts/:user_id/messages',
    pathParams: accountPath,
    headers: writeHeaders,
    body: operatorMessageCreation,
    summary: 'Store a message of any sender, or a draft',
    description:
      'For connectors and importers. A draft sends no webhook; when it is sent, that is its `entity_create`.',
    responses: { 200: message, ...writeErrors },
  },
  updateMessage: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/messages/:id',
    pathParams: messagePath,
    headers: changeHeaders,
    body: operatorMessagePatch,
    summary: 'Edit a message, send a draft, or report its delivery',
    description: 'Only the sent fields change. A removed message cannot be changed.',
    responses: { 200: message, ...changeErrors },
  },
  removeMessage: {
    method: 'POST',
    path: '/operator/accounts/:user_id/messages/:id/remove',
    pathParams: messagePath,
    headers: changeHeaders,
    body: z.object({}).optional(),
    summary: 'Remove a message',
    description: 'Deletes its text and attachments; the record remains. Repeating it has no effect.',
    responses: { 200: message, ...changeErrors },
  },
});
