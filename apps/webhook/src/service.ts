import { randomUUID } from 'node:crypto';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { services } from '@keyhaven/contracts/platform/services';
import { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import { webhookOperatorContract } from '@keyhaven/contracts/webhook/operator-contract';
import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { checkOutboundUrl } from '@keyhaven/service/outbound/check-outbound-url';
import { guardedAgent, type Resolve } from '@keyhaven/service/outbound/guarded-agent';
import { endAuthorization } from './apps/revoke-authorization';
import { abandonedMarks } from './events/catching-up';
import { LogReaders, type StreamTimes } from './events/log-readers';
import { type JobHandlers, registerJobs } from './jobs';
import { replay } from './log/replay';
import { sendTest } from './log/send-test';
import { endDeliveries } from './queue/end-deliveries';
import { beginCatchUp, catchUpWorker } from './fan-out/catch-up';
import { consumeChanges } from './fan-out/fan-out';
import { FanOutBacklog } from './fan-out/fan-out-backlog';
import { internalRoutes } from './routes/internal-routes';
import { operatorRoutes } from './routes/operator-routes';
import { publicRoutes } from './routes/public-routes';
import { Batcher } from './queue/batcher';
import { readOldestDueAge } from './queue/due-deliveries';
import { recordResults } from './queue/record-results';
import { Dispatcher } from './sending/dispatcher';
import { TIMEOUT_MS } from './sending/post-webhook';
import { createSendingMetrics } from './sending/sending-metrics';
import { webhookSettings } from './settings';
import { disableEndpoint } from './subscriptions/end-subscription';
import { recheckAuthorization } from './subscriptions/recheck-authorization';
import { createWebhookStore, type WebhookStore } from './store/webhook-store';

/** How long the connection to an endpoint may take to open, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;

/**
 * How long a result waits for other results to be stored in the same batch, in milliseconds. The next requests to the
 * endpoint do not wait for this.
 */
const GATHER_RESULTS_MS = 20;

/** The dependencies that tests replace. */
export interface WebhookWorld {
  /** The clock that decides which deliveries are due. The default is the clock of the database. */
  now?: () => Date;
  /** Returns a random number from 0 to 1. */
  random: () => number;
  timeoutMs: number;
  maxEndpoints?: number;
  streams?: StreamTimes;
  /** Resolves names to IP addresses. The default asks the system's name servers. */
  resolve?: Resolve;
}

const realWorld: WebhookWorld = { random: Math.random, timeoutMs: TIMEOUT_MS };

/** The webhook service: subscriptions, deliveries and their log. */
export function createWebhookService(world: WebhookWorld = realWorld): ServiceDefinition<typeof webhookSettings> {
  return {
    name: 'webhook',
    topic: services.webhook.topic,
    peers: ['identity'],
    maxBodyBytes: maxBodyBytes.webhook,
    settings: webhookSettings,
    build: ({ connection, now: databaseClock, ids, relay, verify, logger, metrics, settings }) => {
      const { now = databaseClock } = world;
      const rules = { opened: settings.WEBHOOK_ALLOW };
      const store = createWebhookStore(connection, ids, relay, {
        faultOfUrl: (url) => checkOutboundUrl(url, rules, world.resolve),
        now,
      });
      const dispatcher = new Dispatcher({
        ...world,
        now,
        owner: randomUUID(),
        models: store.queue,
        results: new Batcher(GATHER_RESULTS_MS, (results) => recordResults(store.queue, results)),
        agent: guardedAgent({ ...rules, connectTimeoutMs: CONNECT_TIMEOUT_MS, resolve: world.resolve }),
        logger,
        metrics: createSendingMetrics(metrics, () => readOldestDueAge(store.queue, now())),
        disable: (endpoint, reason, unchangedSince) => disableEndpoint(store, endpoint, reason, unchangedSince),
      });
      const readers = new LogReaders(store, logger, world.streams);
      const backlog = new FanOutBacklog();
      backlog.register(metrics, now);
      registerJobs(relay, jobHandlers(store, dispatcher));
      return {
        routes: (app) => {
          mountContract(app, 'public', verify, webhookPublicContract, publicRoutes(store, readers));
          mountContract(app, 'operator', verify, webhookOperatorContract, operatorRoutes(store));
          mountContract(app, 'internal', verify, webhookInternalContract, internalRoutes(store));
        },
        consumers: consumeChanges(store, dispatcher, readers, backlog),
        workers: [
          dispatcher,
          readers,
          catchUpWorker(store, dispatcher, logger, metrics.leaseLosses),
          abandonedMarks(store, logger),
        ],
      };
    },
  };
}

/**
 * Returns the handlers of the jobs. A job runs before the request that created it gets its response. If the process
 * crashes before the job has finished, any process may run the job later.
 */
function jobHandlers(store: WebhookStore, dispatcher: Dispatcher): JobHandlers {
  return {
    end_deliveries: ({ status }, { scope, id }) => endDeliveries(store.queue, { userId: scope.accountId, id }, status),
    end_authorization: (args, { scope }) => endAuthorization(store, dispatcher, scope.accountId, args),
    recheck_authorization: (args, { scope, id, answering }) =>
      recheckAuthorization(store, scope, id, args, answering !== undefined),
    begin_catch_up: ({ position }, { scope, id }) => beginCatchUp(store, { userId: scope.accountId, id }, position),
    replay: (args, { scope, id }) => replay(store, dispatcher, { userId: scope.accountId, id }, args),
    send_test: (args, { scope, id }) => sendTest(store, dispatcher, { userId: scope.accountId, id }, args),
  };
}

export const webhookService = createWebhookService();
