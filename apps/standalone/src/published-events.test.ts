import { eventFaults } from '@keyhaven/api-docs/events/testing/check-event';
import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import { until } from '@keyhaven/testing/until';
import { type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

describe('the events that the platform sends to clients', () => {
  let platform: PlatformForClients;
  beforeAll(async () => void (platform = await startPlatformForClients()), 120_000);
  afterAll(() => platform?.stop());

  it('match the JSON Schemas of webhooks, both in the event log and in deliveries', async () => {
    const { call, receiver, deliveries, ids } = platform;
    const subscribe = await call('/v2/webhooksubscriptions', {
      method: 'POST',
      body: { type: 'guest', webhook_url: receiver },
    });
    expect(subscribe.status).toBe(200);
    const subscription = `/v2/webhooksubscriptions/${subscribe.body.id}`;
    expect((await call(`${subscription}/test`, { method: 'POST', body: {} })).status).toBe(200);
    expect((await call(`/v2/guests/${ids.guest}`, { method: 'PATCH', body: { notes: 'Late' } })).status).toBe(200);
    expect((await call(`/v2/discounts/${ids.discount}`, { method: 'DELETE' })).status).toBe(204);
    await until(() =>
      ['webhook_test', 'entity_update'].every((action) => deliveries.some((one) => one.action === action)),
    );

    const types = async () => {
      const { items } = (await call('/v2/events?limit=1000')).body as { items: any[] };
      for (const { cursor: _cursor, ...event } of items) expect(eventFaults(event, 'webhooks/')).toEqual([]);
      return new Set(items.map(({ entity_type }) => entity_type as string));
    };
    const absent = ['inquiry', 'none'];
    const expected = Object.values(subscriptionTypes).flatMap(({ entityType }) =>
      absent.includes(entityType) ? [] : [entityType],
    );
    // Calendar events are published two seconds after a change.
    await until(async () => (await types()).size >= expected.length, 30_000);
    expect([...(await types())].sort()).toEqual(expected.sort());
    for (const { path: _path, ...event } of deliveries) expect(eventFaults(event, 'webhooks/')).toEqual([]);
  }, 60_000);
});
