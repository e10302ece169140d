import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import { describeStoreCommands } from '@keyhaven/testing/describe-store-commands';
import { until } from '@keyhaven/testing/until';
import { type Receiver, startReceiver } from './testing/receiver';
import table from './testing/store-commands.json';
import { startWebhookUnderTest, type WebhookUnderTest } from './testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';
let webhook: WebhookUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  webhook = await startWebhookUnderTest();
  receiver = await startReceiver();
});
afterAll(async () => {
  await webhook.stop();
  await receiver.close();
});

/** Prepares a request for a subscription with one delivered change. */
const ofDelivered = (pathOf: (id: number, deliveryId: number) => string) => async () => {
  const { userId, api, subscribe } = webhook.anAccount();
  const id = await subscribe(`${receiver.url}/hook`);
  await webhook.publish(userId);
  const delivered = await until(async () => {
    const { body } = await api.get(`${PATH}/${id}/deliveries`);
    return (body.items as { id: number; status: string }[]).find(({ status }) => status === 'delivered');
  });
  return { userId, path: pathOf(id, delivered.id) };
};

describeStoreCommands({
  service: () => webhook,
  contract: webhookPublicContract,
  table,
  requests: {
    [`GET ${PATH}`]: ofDelivered(() => PATH),
    [`GET ${PATH}/categories`]: ofDelivered(() => `${PATH}/categories`),
    [`GET ${PATH}/:id`]: ofDelivered((id) => `${PATH}/${id}`),
    [`GET ${PATH}/:id/deliveries`]: ofDelivered((id) => `${PATH}/${id}/deliveries`),
    [`GET ${PATH}/:id/deliveries/:delivery_id`]: ofDelivered((id, delivery) => `${PATH}/${id}/deliveries/${delivery}`),
    'GET /v2/events': ofDelivered(() => '/v2/events'),
    'GET /v2/events (after a cursor)': async () => {
      const { userId, api } = webhook.anAccount();
      const { body } = await api.get('/v2/events');
      await webhook.publish(userId);
      return { userId, path: `/v2/events?after=${body.next_cursor}` };
    },
  },
});
