import { until } from '@keyhaven/testing/until';
import { type Receiver, startReceiver } from '../testing/receiver';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;
let receiver: Receiver;
/**
 * `lookUps` counts the look-ups of the endpoint's name. While `hold` is set, a look-up returns its
 * result only after this promise has resolved.
 */
let lookUps = 0;
let hold: Promise<void> | undefined;
beforeAll(async () => {
  const resolve = async () => {
    lookUps++;
    await hold;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  [service, receiver] = [await startWebhookUnderTest({ timeoutMs: 60_000, resolve }), await startReceiver()];
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

it('a change is not sent if the authorization is revoked while the connection is being opened', async () => {
  const account = service.anAccount();
  await account.subscribe(receiver.url.replace('127.0.0.1', 'slow.example'));
  let connect = () => {};
  hold = new Promise((resolve) => (connect = resolve));
  await service.publish(account.userId);
  await until(() => lookUps > 0);
  const revocation_id = '0d3c1f3a-6f5e-4f43-9f0e-0f2f6c9e1a12';
  const revocation = { user_id: account.userId, app_key: account.appKey, revocation_id };
  expect((await account.operator.post('/internal/authorization_revocations', revocation)).status).toBe(200);
  connect();
  await receiver.have(1);
  const endpoints = service.connection.collection('endpoints');
  await until(() => endpoints.findOne({ user_id: account.userId, owner: { $exists: false } }));
  expect(receiver.received.map(({ payload }) => payload.id)).toEqual([revocation_id]);
  const ofChange = { user_id: account.userId, is_notice: false };
  const canceled = await service.connection.collection('deliveries').findOne(ofChange);
  expect(canceled).toMatchObject({ status: 'canceled', attempt_count: 0 });
});
