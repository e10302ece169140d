import { until } from '@keyhaven/testing/until';
import { instant } from '../../testing/client-rows';
import type { PlatformForClients } from '../../testing/platform-for-clients';
import { accessTokenOf, type AppProgram, createApp } from './app-program';
import { causedActions, causedCategories, changeRecords } from './change-records';
import { startHookReceiver } from './hook-receiver';

/** The types of events, in the spellings with which programs subscribe to them. */
const types = ['booking', 'Guest', 'PROPERTY', 'message', 'Inquiry', 'quote', 'surcharge', 'Discount'];
/** The path of a webhook URL with a secret in its query. Deliveries must contain it unchanged. */
const path = '/all?secret=a%2Fb%20c&x[]=1';
const [username, password] = ['keyhaven', 'pass:wörd'];

/** Tests programs that receive changes through webhooks. */
export function describeWebhooks(platform: () => PlatformForClients): void {
  describe('a program that receives webhooks', () => {
    let app: AppProgram;
    let token: string;
    let receiver: Awaited<ReturnType<typeof startHookReceiver>>;
    const call = (method: string, target: string, body?: object) =>
      platform().call(target, { method, headers: { authorization: `Bearer ${token}` }, body });
    const subscribe = async (hook: string, more: object) => {
      const body = { ...more, webhook_url: receiver.url + hook };
      const { status, body: made } = await call('POST', '/v2/webhooksubscriptions', body);
      expect([body, status]).toEqual([body, 200]);
      return made as { id: number };
    };
    const receivedAt = (hook: string) => receiver.deliveries.filter((delivery) => delivery.path === hook);

    beforeAll(async () => {
      receiver = await startHookReceiver();
      app = await createApp(platform(), 'Hooks');
      token = await accessTokenOf(platform(), app);
      const basic = { basic: { username, password } };
      const settings = await platform().operate('webhook', `/webhook_apps/${app.id}`, { method: 'PATCH', body: basic });
      expect(settings.status).toBe(200);
    });
    afterAll(() => receiver?.close());

    it.each(types)('subscribes to %s, reads and lists the subscription, and deletes it', async (type) => {
      const made: any = await subscribe('/unused', { type, action: null });
      const record = { id: made.id, type: type.toLowerCase(), action: null, category: null };
      expect(made).toMatchObject({ ...record, webhook_url: `${receiver.url}/unused` });
      const target = `/v2/webhooksubscriptions/${made.id}`;
      expect((await call('GET', `${target}/`)).body).toMatchObject(record);
      expect((await call('GET', '/v2/webhooksubscriptions?limit=100')).body.items).toMatchObject([record]);
      expect((await call('PATCH', target, { type })).status).toBe(405);
      expect(await call('DELETE', target)).toMatchObject({ status: 204, text: '' });
    });

    it('receives events of every type, action and category with Basic credentials, at exactly the URL that it registered', async () => {
      for (const type of types) await subscribe(path, { type });
      await subscribe('/canceled', { type: 'Booking', action: 'EntityUpdate', category: 'Canceled' });
      await subscribe('/flaky', { type: 'guest', action: 'entity_delete' });
      await changeRecords(platform());

      const actions = () => receivedAt(path).map(({ payload }) => `${payload.entity_type} ${payload.action}`);
      const categories = () =>
        receivedAt(path).flatMap(({ payload }) =>
          payload.categories.map((category: string) => `${payload.entity_type} ${category}`),
        );
      const missing = () => [
        ...causedActions.filter((action) => !actions().includes(action)),
        ...causedCategories.filter((category) => !categories().includes(category)),
      ];
      await until(() => missing().length === 0).catch(() => expect(missing()).toEqual([]));
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
      for (const { payload, ...sent } of receivedAt(path)) {
        expect(sent).toMatchObject({ authorization, type: 'application/json; charset=utf-8' });
        expect(payload).toMatchObject({
          id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
          user_id: platform().userId,
          entity: { id: payload.entity_id, updated_utc: instant },
          occurred_utc: expect.any(String),
          version: expect.any(Number),
        });
      }
    });

    it('receives only changes of the category to which it subscribed', async () => {
      await until(() => receivedAt('/canceled').length > 0);
      for (const { payload } of receivedAt('/canceled')) expect(payload.categories).toContain('canceled');
      // The other subscription of the same app received booking changes of other categories too.
      const others = receivedAt(path).filter(({ payload }) => !payload.categories.includes('canceled'));
      expect(others.some(({ payload }) => payload.entity_type === 'booking')).toBe(true);
    });

    it('gets a second attempt with the same id and the same bytes after it has refused a delivery', async () => {
      const [first, second] = await until(() => (receivedAt('/flaky').length > 1 ? receivedAt('/flaky') : undefined));
      expect([second!.payload.id, second!.raw]).toEqual([first!.payload.id, first!.raw]);
      expect(first!.payload.action).toBe('entity_delete');
    });

    it('receives a test delivery on request', async () => {
      const { id } = await subscribe('/tested', { type: 'Quote' });
      expect((await call('POST', `/v2/webhooksubscriptions/${id}/test`)).status).toBe(200);
      const tested = await until(() => receivedAt('/tested')[0]);
      expect(tested.payload).toMatchObject({ action: 'webhook_test', user_id: platform().userId, entity: { id } });
    });
  });
}
