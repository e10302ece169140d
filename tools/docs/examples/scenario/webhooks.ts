import { until } from '@keyhaven/testing/until';
import type { Scenario } from '../scenario';

/** The time limit for a delivery, in milliseconds. The demo data is delivered first, which may take a long time. */
const DELIVERED_MS = 60_000;

export async function callWebhooks({ call, prepare, platform }: Scenario): Promise<void> {
  await call('listCategories', 'The categories of each type');
  const webhook_url = `${platform.receiver}/webhooks/keyhaven`;
  const made = await call('createSubscription', 'Subscribe to changes of guests', {
    body: { type: 'guest', action: 'entity_update', webhook_url },
  });
  const withCategory = { type: 'booking', category: 'availability', webhook_url };
  const other = await call('createSubscription', 'Subscribe to one category', { body: withCategory });
  const unsafe = { type: 'booking', webhook_url: 'ftp://app.example.com/webhooks' };
  await call('createSubscription', 'An address that cannot receive webhooks', { body: unsafe }, { status: 400 });
  const params = { id: made.id };
  await call('listSubscriptions', 'Subscriptions', { query: { limit: 2 } });
  await call('getSubscription', 'One subscription', { params });
  await call('testSubscription', 'Send a test', { params });
  const { id: guest } = await prepare('createGuest', { body: { first_name: 'Ada', last_name: 'Rossi' } });
  await prepare('updateGuest', { params: { id: guest }, body: { notes: 'Prefers e-mail' } });
  const delivered = await until(async () => {
    const { items } = await prepare('listDeliveries', { params, query: { status: 'delivered' } });
    return items.length < 2 ? undefined : items.find(({ action }) => action === 'entity_update');
  }, DELIVERED_MS);
  await call('listDeliveries', 'Deliveries that arrived', { params, query: { status: 'delivered' } });
  const ofDelivery = { ...params, delivery_id: delivered.id };
  await call('getDelivery', 'One delivery with its attempts', { params: ofDelivery });
  const missing = { ...params, delivery_id: 987654321 };
  await call('getDelivery', 'A delivery that does not exist', { params: missing }, { status: 404 });
  await call('replayDelivery', 'Send a delivery again', { params: ofDelivery });
  await call('replayDelivery', 'A delivery that does not exist', { params: missing }, { status: 404 });
  const since_utc = new Date(Date.now() - 86_400_000).toISOString();
  await call('replayDeliveries', 'Send the dead deliveries of a day again', { params, body: { since_utc } });
  await call('replayDeliveries', 'Without an instant', { params, body: {} }, { status: 400 });
  await call('enableSubscription', 'Enable a subscription', { params });
  await call(
    'enableSubscription',
    'A subscription that does not exist',
    { params: { id: 987654321 } },
    { status: 404 },
  );
  await call('deleteSubscription', 'End a subscription', { params });
  await call('getSubscription', 'A subscription that was deleted', { params }, { status: 404 });
  await call('deleteSubscription', 'A subscription that was deleted already', { params }, { status: 404 });
  await prepare('deleteSubscription', { params: { id: other.id } });
  await prepare('deleteGuest', { params: { id: guest } });
}
