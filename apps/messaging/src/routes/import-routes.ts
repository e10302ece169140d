import type { messagingImportContract } from '@keyhaven/contracts/messaging/import-contract';
import { messagingOperatorContract } from '@keyhaven/contracts/messaging/operator-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { importWith } from '@keyhaven/service/imports/import-records';
import { createOperatorMessage } from '../messages/operate-messages';
import type { MessagingStore } from '../store/messaging-store';
import { createThread } from '../threads/write-threads';

/** The import routes of operators. Each line of an import creates a record in the same way as a request to `route`. */
export function importRoutes(store: MessagingStore): RouteHandlers<typeof messagingImportContract> {
  const api = 'operator';
  const contract = messagingOperatorContract;
  return {
    importThreads: importWith({
      route: contract.createThread,
      api,
      create: (scope, body) => createThread(store, scope, body),
    }),
    importMessages: importWith({
      route: contract.createMessage,
      api,
      create: (scope, body) => createOperatorMessage(store, scope, body),
    }),
  };
}
