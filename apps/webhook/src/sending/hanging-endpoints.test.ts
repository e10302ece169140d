import { until } from '@keyhaven/testing/until';
import { answerWith, type Receiver } from '../testing/receiver';
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

describe('a webhook endpoint', () => {
  it('gets at most eight concurrent requests, and the changes of each record in order', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url);
    receiver.behaviour = (response) => setTimeout(() => response.end(), 5);
    const records = Array.from({ length: 20 }, (_, record) => record + 1);
    await Promise.all(
      records.map(async (entity_id) => {
        for (let version = 1; version <= 5; version++) await service.publish(userId, { entity_id, version });
      }),
    );
    const all = await receiver.have(100);
    for (const record of records) {
      const versions = all.filter(({ payload }) => payload.entity_id === record).map(({ payload }) => payload.version);
      expect(versions).toEqual([1, 2, 3, 4, 5]);
    }
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(8);
    expect(receiver.mostAtOnce).toBeGreaterThan(1);
  });

  it('does not delay other endpoints if it hangs, even on the same host', async () => {
    // With this long timeout, a delivery that waits for the hanging endpoint would not arrive during the test.
    const patient = await startWebhookUnderTest({ timeoutMs: 600_000 });
    const { userId, subscribe } = patient.anAccount();
    const elsewhere = await receivers.another();
    const latencies: number[] = [];
    receiver.behaviour = (response, received) => {
      if (received.path === '/hangs') return;
      latencies.push(Date.now() - Date.parse(received.payload.occurred_utc));
      answerWith(200)(response, received);
    };
    elsewhere.behaviour = () => {};
    await subscribe(`${receiver.url}/hangs`);
    await subscribe(elsewhere.url);
    await subscribe(`${receiver.url}/quick`);
    for (let entity_id = 1; entity_id <= 60; entity_id++) await patient.publish(userId, { entity_id });
    await until(() => latencies.length === 60);
    latencies.sort((a, b) => a - b);
    process.stdout.write(
      `with hanging endpoints, changes to others took ${latencies[30]} ms (median) and ${latencies[59]} ms (slowest)\n`,
    );
    expect(receiver.received.filter(({ path }) => path === '/hangs')).toHaveLength(8);
    expect(elsewhere.received).toHaveLength(8);
    await Promise.all([receiver.close(), elsewhere.close()]);
    await patient.stop();
  });
});

describe('accounts with endpoints that all hang', () => {
  it('do not delay another account', async () => {
    // If each hanging endpoint occupied a slot, this long timeout would keep all slots occupied during the test.
    const small = await startWebhookUnderTest({ timeoutMs: 600_000, maxEndpoints: 12 });
    const hanging = [small.anAccount(), small.anAccount(), small.anAccount()];
    const elsewhere = await receivers.another();
    elsewhere.behaviour = () => {};
    for (const { userId, subscribe } of hanging) {
      for (let endpoint = 1; endpoint <= 6; endpoint++) await subscribe(`${elsewhere.url}/${endpoint}`);
      await small.publish(userId);
    }
    await elsewhere.have(3);
    const { userId, subscribe } = small.anAccount();
    await subscribe(receiver.url);
    const { event_id } = await small.publish(userId);
    const [published] = await receiver.have(1).finally(async () => {
      await elsewhere.close();
      await small.stop();
    });
    expect(published!.payload.id).toBe(event_id);
  });
});
