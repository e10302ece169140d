import type { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import { readAttachment } from '../attachments/read-attachment';
import { postMessage } from '../messages/post-message';
import { getMessage, listMessages } from '../messages/read-messages';
import type { MessagingStore } from '../store/messaging-store';

/** The routes for integrations. Each is listed with the function that handles its requests. */
export function publicRoutes(store: MessagingStore): RouteHandlers<typeof messagingPublicContract> {
  return {
    listMessages: ({ query, context }) => listMessages(store, publicScope(context), query, context.url),
    getMessage: ({ params, context }) => versioned(context, getMessage(store, publicScope(context), params.id)),
    createMessage: ({ body, context }) => versioned(context, postMessage(store, publicScope(context), body)),
    getAttachment: ({ params, query }) => readAttachment(store, params.key, query),
  };
}
