import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { writeErrors } from '../shared/responses';
import { message, operatorMessageCreation, operatorMessagePatch, thread, threadCreation, threadPatch } from './message';

const contract = initContract();
const accountPath = z.object({ user_id: idInput });
const recordPath = accountPath.extend({ id: idInput });

/** The routes with which channel connectors and the importer write threads and messages. */
export const messagingOperatorContract = contract.router({
  createThread: {
    method: 'POST',
    path: '/operator/accounts/:user_id/threads',
    pathParams: accountPath,
    headers: writeHeaders,
    body: threadCreation,
    responses: { 200: thread, ...writeErrors },
  },
  updateThread: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/threads/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    body: threadPatch,
    responses: { 200: thread, ...writeErrors },
  },
  getThread: {
    method: 'GET',
    path: '/operator/accounts/:user_id/threads/:id',
    pathParams: recordPath,
    responses: { 200: thread, ...writeErrors },
  },
  createMessage: {
    method: 'POST',
    path: '/operator/accounts/:user_id/messages',
    pathParams: accountPath,
    headers: writeHeaders,
    body: operatorMessageCreation,
    responses: { 200: message, ...writeErrors },
  },
  updateMessage: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/messages/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    body: operatorMessagePatch,
    responses: { 200: message, ...writeErrors },
  },
  removeMessage: {
    method: 'POST',
    path: '/operator/accounts/:user_id/messages/:id/remove',
    pathParams: recordPath,
    headers: writeHeaders,
    body: z.object({}).optional(),
    responses: { 200: message, ...writeErrors },
  },
});
