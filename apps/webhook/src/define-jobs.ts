import { webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { z } from 'zod';
import { END_AUTHORIZATION, endAuthorization } from './apps/revoke-authorization';
import { REPLAY, replay } from './log/replay';
import { SEND_TEST, sendTest } from './log/send-test';
import { endDeliveries } from './queue/end-deliveries';
import type { Dispatcher } from './sending/dispatcher';
import { END_DELIVERIES } from './subscriptions/end-subscription';
import type { WebhookStore } from './webhook-store';

const endArguments = z.object({ status: z.enum(['dead', 'canceled']) });
const authorizationArguments = z.object({ app_key: z.string(), revocation_id: z.string() });
const testArguments = z.object({ payload: webhookPayload, delivery_id: z.number() });
const replayArguments = z.union([
  z.object({ delivery_id: z.number() }),
  z.object({ since_utc: z.date(), deliveries: z.enum(['dead', 'all']) }),
]);

/** What follows a write of a subscription or an app, and is done however often the process dies in between. */
export function defineJobs(relay: Relay, store: WebhookStore, dispatcher: Dispatcher): void {
  relay.defineJob(END_DELIVERIES, (args, document) =>
    endDeliveries(store.queue, document, endArguments.parse(args).status),
  );
  relay.defineJob(END_AUTHORIZATION, (args, { userId }) =>
    endAuthorization(store, dispatcher, userId, authorizationArguments.parse(args)),
  );
  relay.defineJob(REPLAY, (args, document) => replay(store, dispatcher, document, replayArguments.parse(args)));
  relay.defineJob(SEND_TEST, (args, document) => sendTest(store, dispatcher, document, testArguments.parse(args)));
}
