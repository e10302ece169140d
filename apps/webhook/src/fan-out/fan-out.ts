import { dataServiceNames, services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type TraceHeaders, tracing } from '@keyhaven/tracing/tracing';
import { Batcher } from '../queue/batcher';
import { KEPT_MS } from '../store/delivery.model';
import type { LogReaders } from '../events/log-readers';
import { storeEvents } from '../events/store-events';
import type { Dispatcher } from '../sending/dispatcher';
import { isPublic, receives } from '../subscriptions/receives';
import type { WebhookStore } from '../store/webhook-store';
import type { FanOutBacklog } from './fan-out-backlog';
import { payloadOf } from './payload';
import { readSubscribers, type Subscriber } from './read-subscribers';
import { enqueueDeliveries } from './enqueue-deliveries';

/** The topics of all services with public records. */
const consumedTopics = dataServiceNames.filter((name) => name !== 'webhook').map((name) => services[name].topic);
/** How long a change waits for other changes, with which it is then stored in one batch, in milliseconds. */
const GATHER_MS = 2;

/** A change, and the trace context in which it is handled. */
interface TracedChange {
  change: ChangeEvent;
  trace: TraceHeaders | undefined;
}

/** Consumes the changes of all services. Stores each change in the event log, and enqueues it for its subscribers. */
export function consumeChanges(
  store: WebhookStore,
  dispatcher: Dispatcher,
  readers: LogReaders,
  backlog: FanOutBacklog,
): Consumer[] {
  const batches = new Batcher<TracedChange>(GATHER_MS, (changes) => fanOut(store, dispatcher, readers, changes));
  return consumedTopics.map((topic) => ({
    // Each topic has its own consumer group, so that dead letters are separated by topic.
    group: topic.replace('keyhaven.', 'webhook.'),
    topic,
    handle: async (event) => {
      const isOld = Date.parse(event.occurred_utc) < store.now().getTime() - KEPT_MS;
      // Skip old changes. Their deliveries have already been removed, so if the bus delivered an old change again, it
      // would be sent a second time.
      if (isOld || !isPublic(event)) return;
      await backlog.during(event, () => batches.add({ change: event, trace: tracing?.storedHeaders() }));
    },
  }));
}

/** Stores changes in the event log, then enqueues them for the accounts' current subscriptions. */
async function fanOut(
  store: WebhookStore,
  dispatcher: Dispatcher,
  readers: LogReaders,
  changes: TracedChange[],
): Promise<void> {
  const logged = changes.map(({ change, trace }) => {
    const payload = payloadOf(change);
    return { change, trace, payload, body: JSON.stringify(payload) };
  });
  const accounts = [...new Set(changes.map(({ change }) => change.user_id))];
  let subscribers: Promise<Subscriber[]> = Promise.resolve([]);
  const positions = await storeEvents(store.queue, logged, store.now, () => {
    subscribers = readSubscribers(store.queue, accounts);
    // The await below throws the error of this read. If storing the events fails first, the error would be an unhandled
    // rejection without this line.
    subscribers.catch(() => {});
  });
  readers.notify(accounts);
  const subscriptions = await subscribers;
  const batches = logged.flatMap(({ change, trace, payload, body }) => {
    const position = positions.get(payload.id)!;
    const recipients = subscriptions.filter((one) => one.user_id === change.user_id && receives(one, change, position));
    if (recipients.length === 0) return [];
    return [{ payload, body, trace, isNotice: false, subscriptions: recipients }];
  });
  await enqueueDeliveries(store, dispatcher, batches);
}
