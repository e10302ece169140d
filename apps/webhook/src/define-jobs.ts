import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { endAuthorization } from './apps/revoke-authorization';
import {
  END_AUTHORIZATION,
  END_DELIVERIES,
  endAuthorizationArguments,
  endDeliveriesArguments,
  REPLAY,
  replayArguments,
  SEND_TEST,
  sendTestArguments,
} from './jobs';
import { replay } from './log/replay';
import { sendTest } from './log/send-test';
import { endDeliveries } from './queue/end-deliveries';
import type { Dispatcher } from './sending/dispatcher';
import type { WebhookStore } from './store/webhook-store';

/** Registers what does each job. Every job may run again after a crash. */
export function defineJobs(relay: Relay, store: WebhookStore, dispatcher: Dispatcher): void {
  relay.defineJob(END_DELIVERIES, (args, document) =>
    endDeliveries(store.queue, document, endDeliveriesArguments.parse(args).status),
  );
  relay.defineJob(END_AUTHORIZATION, (args, { userId }) =>
    endAuthorization(store, dispatcher, userId, endAuthorizationArguments.parse(args)),
  );
  relay.defineJob(REPLAY, (args, document) => replay(store, dispatcher, document, replayArguments.parse(args)));
  relay.defineJob(SEND_TEST, (args, document) => sendTest(store, dispatcher, document, sendTestArguments.parse(args)));
}
