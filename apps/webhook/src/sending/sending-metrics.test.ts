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
