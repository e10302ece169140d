import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Consumer } from '@keyhaven/events/event-bus';
import { Batcher } from '../queue/batcher';
import { KEPT_MS } from '../store/delivery.model';
import type { Dispatcher } from '../sending/dispatcher';
import { receives } from '../subscriptions/receives';
import type { WebhookStore } from '../store/webhook-store';
import type { FanOutBacklog } from './fan-out-backlog';
import { consumedTopics } from './consumed-topics';
import { payloadOf } from './payload';
import { readSubscribers } from './read-subscribers';
import { enqueueDeliveries } from './enqueue-deliveries';

const subscribableTypes = new Set<string>(Object.values(subscriptionTypes).map(({ entityType }) => entityType));

/** Follows the changes of all services, and puts each into the queue for whoever subscribed to it. */
export function consumeChanges(store: WebhookStore, dispatcher: Dispatcher, backlog: FanOutBacklog): Consumer[] {
  const batches = new Batcher<ChangeEvent>((events) => fanOut(store, dispatcher, events));
  return consumedTopics.map((topic) => ({
    // A group for each topic: their dead letters lie apart.
    group: topic.replace('keyhaven.', 'webhook.'),
    topic,
    handle: async (event) => {
      const isOld = Date.parse(event.occurred_utc) < store.now().getTime() - KEPT_MS;
      // Deliveries older than that are forgotten: what the bus repeats then would be told a second time.
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
