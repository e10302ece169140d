import { createMetrics } from '@keyhaven/service/metrics';
import type { Dispatcher } from '../sending/dispatcher';
import { aChange } from '../testing/change';
import type { WebhookStore } from '../store/webhook-store';
import { consumeChanges } from './fan-out';
import { FanOutBacklog } from './fan-out-backlog';

it('the fan-out backlog has the number of changes without stored deliveries, and the age of the oldest', async () => {
  let answer: () => void = () => {};
  const subscriptions = new Promise<[]>((resolve) => (answer = () => resolve([])));
  const store = {
    queue: { subscriptions: { find: () => ({ lean: () => subscriptions }) } },
    now: () => new Date(),
  } as unknown as WebhookStore;
  const metrics = createMetrics('webhook', false);
  const backlog = new FanOutBacklog();
  backlog.register(metrics, store.now);
  const [consumer] = consumeChanges(store, {} as Dispatcher, backlog);
  const read = async (name: string) =>
    Number(new RegExp(`^keyhaven_webhook_${name}{.*} (.*)$`, 'm').exec(await metrics.registry.metrics())![1]);

  const minuteAgo = new Date(Date.now() - 60_000).toISOString();
  const handled = [
    consumer!.handle(aChange(1)),
    consumer!.handle(aChange(2, { occurred_utc: minuteAgo, event_id: 'older' })),
  ];
  expect(await read('unstored_events')).toBe(2);
  expect(await read('unstored_oldest_seconds')).toBeGreaterThanOrEqual(60);
  answer();
  await Promise.all(handled);
  expect(await read('unstored_events')).toBe(0);
  expect(await read('unstored_oldest_seconds')).toBe(0);
});
