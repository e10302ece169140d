import { createMetrics } from '@keyhaven/service/observability/metrics';
import { createLogger } from '@keyhaven/service/observability/logger';
import type { Dispatcher } from '../sending/dispatcher';
import { aChange } from '../testing/change';
import type { WebhookStore } from '../store/webhook-store';
import { LogReaders } from '../events/log-readers';
import { consumeChanges } from './fan-out';
import { FanOutBacklog } from './fan-out-backlog';

it('the metrics of the fan-out backlog show the number of changes without stored deliveries, and the age of the oldest', async () => {
  let answer: () => void = () => {};
  const subscriptions = new Promise<[]>((resolve) => (answer = () => resolve([])));
  const store = {
    queue: {
      logs: { findOneAndUpdate: () => ({ lean: () => Promise.resolve({ last: 2 }) }) },
      bodies: { collection: {}, db: { collection: () => ({ insertMany: () => Promise.resolve() }) } },
      subscriptions: { collection: { find: () => ({ toArray: () => subscriptions }) } },
    },
    now: () => new Date(),
  } as unknown as WebhookStore;
  const silent = createLogger('webhook', 'silent');
  const metrics = createMetrics('webhook', false);
  const backlog = new FanOutBacklog();
  backlog.register(metrics, store.now);
  const [consumer] = consumeChanges(store, {} as Dispatcher, new LogReaders(store, silent), backlog);
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
