import { until } from '@keyhaven/testing/until';
import { appModel } from '../store/app.model';
import { readGrants } from '../queue/due-deliveries';
import { deliveryModel } from '../store/delivery.model';
import { endpointModel } from '../store/endpoint.model';
import { eventBodyModel } from '../store/event-body.model';
import { catchUpModel } from '../store/catch-up.model';
import { eventLogModel } from '../store/event-log.model';
import { subscriptionModel } from '../store/subscription.model';
import { type Receiver, startReceiver } from '../testing/receiver';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';
import { readSubscribers } from './read-subscribers';

const PATH = '/v2/webhooksubscriptions';
const LARGEST_ANSWER = 16 * 1024;

let service: WebhookUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = [await startWebhookUnderTest(), await startReceiver()];
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

it('readSubscribers and readGrants load neither the outbox nor the stored responses of earlier requests', async () => {
  const { userId, appKey, api, subscribe, operator, settingsPath } = service.anAccount();
  receiver.behaviour = (response) => response.end('x'.repeat(LARGEST_ANSWER));
  const id = await subscribe(receiver.url);
  await service.publish(userId);
  const delivered = await until(async () => {
    const { body } = await api.get(`${PATH}/${id}/deliveries?status=delivered`);
    return body.items[0];
  });
  for (const key of ['one', 'two', 'three']) {
    const headers = { 'idempotency-key': key };
    const path = `${PATH}/${id}/deliveries/${delivered.id}/replay`;
    expect((await api.post(path, undefined, { headers })).status).toBe(200);
  }
  await operator.patch(settingsPath, { basic: { username: 'hooks', password: 'x' } });

  const { connection } = service;
  const models = {
    subscriptions: subscriptionModel(connection),
    apps: appModel(connection),
    deliveries: deliveryModel(connection),
    endpoints: endpointModel(connection),
    bodies: eventBodyModel(connection),
    logs: eventLogModel(connection),
    catchUps: catchUpModel(connection),
  };
  const stored = (await models.subscriptions.findById(id).lean())!;
  expect(stored.idempotency!.length).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(stored).length).toBeLessThan(LARGEST_ANSWER);
  const [recipients] = await readSubscribers(models, [userId]);
  expect(recipients).toMatchObject({ _id: id, type: 'booking', receives_after: stored.receives_after });
  const { app } = await readGrants(
    models,
    (await models.endpoints.findOne({ user_id: userId, app_key: appKey }).lean())!,
  );
  expect(app).toMatchObject({ basic: { username: 'hooks' }, revoked_utc: null });
  for (const read of [recipients, app]) {
    expect(read).not.toHaveProperty('idempotency');
    expect(read).not.toHaveProperty('outbox');
  }
});
