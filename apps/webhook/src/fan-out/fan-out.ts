import { dataServiceNames, services } from '@keyhaven/contracts/platform/services';
import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Consumer } from '@keyhaven/events/event-bus';
import { Batcher } from '../queue/batcher';
import { KEPT_MS } from '../store/delivery.model';
import type { Dispatcher } from '../sending/dispatcher';
import { receives } from '../subscriptions/receives';
import type { WebhookStore } from '../store/webhook-store';
import type { FanOutBacklog } from './fan-out-backlog';
import { payloadOf } from './payload';
import { readSubscribers } from './read-subscribers';
import { enqueueDeliveries } from './enqueue-deliveries';

/** The topics of all services whose records a subscriber may want to be notified of. */
const consumedTopics = dataServiceNames.filter((name) => name !== 'webhook').map((name) => services[name].topic);
/** How long a change waits for others that are stored with it, in milliseconds. */
const GATHER_MS = 2;
const subscribableTypes = new Set<string>(Object.values(subscriptionTypes).map(({ entityType }) => entityType));

/** Consumes the changes of all services and enqueues each for its subscribers. */
export function consumeChanges(store: WebhookStore, dispatcher: Dispatcher, backlog: FanOutBacklog): Consumer[] {
  const batches = new Batcher<ChangeEvent>(GATHER_MS, (events) => fanOut(store, dispatcher, events));
  return consumedTopics.map((topic) => ({
    // A group for each topic keeps their dead letters apart.
    group: topic.replace('keyhaven.', 'webhook.'),
    topic,
    handle: async (event) => {
      const isOld = Date.parse(event.occurred_utc) < store.now().getTime() - KEPT_MS;
      // Deliveries this old are deleted, so a repeated event would be delivered a second time.
      if (event.is_resync || isOld || !subscribableTypes.has(event.entity_type)) return;
      await backlog.during(event, () => batches.add(event));
    },
  }));
}

async function fanOut(store: WebhookStore, dispatcher: Dispatcher, events: ChangeEvent[]): Promise<void> {
  const subscriptions = await readSubscribers(store.queue, [...new Set(events.map(({ user_id }) => user_id))]);
  const batches = events.flatMap((event) => {
    const recipients = subscriptions.filter((one) => one.user_id === event.user_id && receives(one, event));
    if (recipients.length === 0) return [];
    const payload = payloadOf(event);
    return [{ payload, body: JSON.stringify(payload), isNotice: false, subscriptions: recipients }];
  });
  await enqueueDeliveries(store, dispatcher, batches);
}
