import { until } from '@keyhaven/testing/until';
import type { Receiver } from '../testing/receiver';
import { receiversOfEachTest } from '../testing/receivers';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;

const receivers = receiversOfEachTest();
let receiver: Receiver;
beforeEach(() => {
  receiver = receivers.first;
});
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

/** Reads a metric of a webhook process. Returns 0 if the metric has no value. */
async function valueOf({ running }: WebhookUnderTest, name: string, label = ''): Promise<number> {
  const text = await running.operated.registry.metrics();
  return Number(new RegExp(`^${name}\\{${label}[^}]*\\} (.*)$`, 'm').exec(text)?.[1] ?? 0);
}

/** Waits for this number of successful attempts. @returns how many lags of first attempts were measured. */
async function lagsAfter(own: WebhookUnderTest, delivered: number): Promise<number> {
  await until(async () => (await valueOf(own, 'keyhaven_webhook_attempts_total', 'outcome="delivered"')) === delivered);
  return valueOf(own, 'keyhaven_webhook_first_attempt_lag_seconds_count');
}

describe('metrics of deliveries', () => {
  it('contain the outcome, duration and lag of attempts, and the age of the oldest due delivery', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url);
    await service.publish(userId);
    await receiver.have(1);
    const text = await until(async () => {
      const metrics = await service.running.operated.registry.metrics();
      return /keyhaven_webhook_attempts_total\{outcome="delivered"[^}]*\} [1-9]/.test(metrics) ? metrics : undefined;
    });
    for (const name of ['attempt_duration_seconds', 'first_attempt_lag_seconds', 'oldest_due_seconds']) {
      expect(text).toContain(`keyhaven_webhook_${name}`);
    }
  });

  it('do not contain the lag of changes that a new subscription receives from the event log', async () => {
    const own = await startWebhookUnderTest();
    const { userId, api, subscribe } = own.anAccount();
    const start_after = (await api.get('/v2/events')).body.next_cursor as string;
    await own.publish(userId, { occurred_utc: new Date(Date.now() - 5 * 24 * 3600_000).toISOString() });
    await subscribe(receiver.url, { start_after });
    await receiver.have(1);
    const catchUps = own.connection.collection('catch_ups');
    await until(async () => (await catchUps.countDocuments({ user_id: userId })) === 0);
    await own.publish(userId, { entity_id: 2 });
    await receiver.have(2);
    expect(await lagsAfter(own, 2)).toBe(1);
    await own.stop();
  }, 60_000);

  it('do not contain the lag of replayed deliveries that had no attempt before', async () => {
    const own = await startWebhookUnderTest();
    const { userId, api, subscribe } = own.anAccount();
    const id = await subscribe(receiver.url);
    const { occurred_utc: since_utc } = await own.publish(userId);
    const deliveries = own.connection.collection('deliveries');
    // A pending delivery becomes dead without an attempt when its subscription is disabled.
    const withoutAttempt = { $set: { status: 'dead', attempt_count: 0, tries: 0 } };
    await until(async () => {
      const ended = await deliveries.updateOne({ user_id: userId, status: 'delivered' }, withoutAttempt);
      return ended.matchedCount === 1;
    });
    await api.post(`/v2/webhooksubscriptions/${id}/replay`, { since_utc });
    await receiver.have(2);
    expect(await lagsAfter(own, 2)).toBe(1);
    await own.stop();
  }, 60_000);

  it('show a growing backlog while a subscriber does not answer, and no backlog after it has answered', async () => {
    const patient = await startWebhookUnderTest({ timeoutMs: 600_000 });
    const { userId, subscribe } = patient.anAccount();
    let answer = false;
    const waiting: (() => void)[] = [];
    receiver.behaviour = (response) => void (answer ? response.end() : waiting.push(() => response.end()));
    await subscribe(receiver.url);
    for (let entity_id = 1; entity_id <= 20; entity_id++) await patient.publish(userId, { entity_id });
    const age = () => valueOf(patient, 'keyhaven_webhook_oldest_due_seconds');
    await until(async () => (await age()) > 1, 30_000);
    expect(await valueOf(patient, 'keyhaven_webhook_held_endpoints')).toBe(1);
    answer = true;
    for (const end of waiting) end();
    await receiver.have(20);
    await until(async () => (await age()) === 0, 30_000);
    await patient.stop();
  }, 90_000);

  it('count endpoints whose lease was lost to another process', async () => {
    const patient = await startWebhookUnderTest({ timeoutMs: 600_000 });
    const { userId, subscribe } = patient.anAccount();
    receiver.behaviour = () => {};
    await subscribe(receiver.url);
    await patient.publish(userId);
    await receiver.have(1);
    const losses = () => valueOf(patient, 'keyhaven_lease_losses_total', 'lease="delivery"');
    expect(await losses()).toBe(0);
    const endpoints = patient.connection.collection('endpoints');
    await endpoints.updateMany({ user_id: userId }, { $set: { owner: 'another process' } });
    await until(async () => (await losses()) === 1, 30_000);
    await patient.stop();
  }, 60_000);
});
