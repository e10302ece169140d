import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import { describeReads } from '@keyhaven/testing/describe-reads';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

async function aWorld() {
  const account = service.anAccount();
  return { ...account, id: await account.subscribe('http://127.0.0.1:9/') };
}

describeReads(
  webhookPublicContract,
  aWorld,
  [
    { route: '/v2/webhooksubscriptions', path: () => '/v2/webhooksubscriptions', reads: ['subscriptions'] },
    { route: '/v2/webhooksubscriptions/categories', path: () => '/v2/webhooksubscriptions/categories', reads: [] },
    {
      route: '/v2/webhooksubscriptions/:id',
      path: ({ id }) => `/v2/webhooksubscriptions/${id}`,
      reads: ['subscriptions'],
    },
    {
      route: '/v2/webhooksubscriptions/:id/deliveries',
      path: ({ id }) => `/v2/webhooksubscriptions/${id}/deliveries`,
      reads: ['deliveries', 'subscriptions'],
    },
    { route: '/v2/events', path: () => '/v2/events?after=latest', reads: ['event_logs'] },
  ],
  ['/v2/webhooksubscriptions/:id/deliveries/:delivery_id'],
);
