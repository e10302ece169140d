import type { messagingOperatorContract } from '@keyhaven/contracts/messaging/operator-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { operatorScope } from '@keyhaven/service/scope-of';
import { createOperatorMessage, removeMessage, updateOperatorMessage } from '../messages/operate-messages';
import type { MessagingStore } from '../store/messaging-store';
import { createThread, getThread, updateThread } from '../threads/write-threads';

/** The routes for connectors and the importer. Each is listed with the function that handles its requests. */
export function operatorRoutes(store: MessagingStore): RouteHandlers<typeof messagingOperatorContract> {
  return {
    createThread: ({ params, body, context }) =>
      versioned(context, createThread(store, operatorScope(context, params.user_id), body)),
    updateThread: ({ params, body, context }) =>
      versioned(context, updateThread(store, operatorScope(context, params.user_id), params.id, body)),
    getThread: ({ params, context }) =>
      versioned(context, getThread(store, operatorScope(context, params.user_id), params.id)),
    createMessage: ({ params, body, context }) =>
      versioned(context, createOperatorMessage(store, operatorScope(context, params.user_id), body)),
    updateMessage: ({ params, body, context }) =>
      versioned(context, updateOperatorMessage(store, operatorScope(context, params.user_id), params.id, body)),
    removeMessage: ({ params, context }) =>
      versioned(context, removeMessage(store, operatorScope(context, params.user_id), params.id)),
  };
}
