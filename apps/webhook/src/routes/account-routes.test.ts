import type { AccountDelivery, AccountSubscription } from '@keyhaven/contracts/webhook/account-routes';
import { until } from '@keyhaven/testing/until';
import { type Receiver, startReceiver } from '../testing/receiver';
import { startWebhookUnderTest, type TestAccount, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

/** Calls a route for an account's subscriptions as the portal does. */
const call = async (userId: number, route: string, body: object = {}) => {
  const path = `/internal/accounts/${userId}/webhook_subscriptions/${route}`;
  return service.asOperator().post(path, body);
};
const answerOf = async (userId: number, route: string, body: object = {}) => {
  const answer = await call(userId, route, body);
  expect([route, answer.status]).toEqual([route, 200]);
  return answer.body;
};
const listed = async (userId: number) => (await answerOf(userId, 'list')).items as AccountSubscription[];

/** Creates a subscription, and waits until this number of changes was delivered to it. @returns its id. */
async function delivered(account: TestAccount, changes: number): Promise<number> {
  const id = await account.subscribe(receiver.url);
  for (let entity_id = 1; entity_id <= changes; entity_id++) await service.publish(account.userId, { entity_id });
  await until(async () => {
    const { items } = await answerOf(account.userId, `${id}/deliveries/list`, { status: 'delivered' });
    return items.length === changes;
  });
  return id;
}

describe("the portal's routes for the subscriptions of an account", () => {
  it('list the subscriptions of all apps and tokens of the account, but no subscriptions of another account', async () => {
    const account = service.anAccount();
    const first = await account.subscribe(receiver.url);
    const other = service.asAccount(account.userId, { credentialId: 'another' });
    const second = await other.post('/v2/webhooksubscriptions', { type: 'guest', webhook_url: receiver.url });
    expect(await listed(account.userId)).toMatchObject([
      { id: first, type: 'booking', app_key: account.appKey, status: 'active' },
      { id: second.body.id, type: 'guest', app_key: 'another' },
    ]);
    expect((await answerOf(account.userId, `${second.body.id}/read`)).app_key).toBe('another');
    expect(await listed(service.anAccount().userId)).toEqual([]);
  });

  it('disable, enable and delete a subscription', async () => {
    const { userId, subscribe } = service.anAccount();
    const id = await subscribe(receiver.url);
    const state = { status: 'disabled', disabled_reason: 'it was disabled by hand' };
    expect(await answerOf(userId, `${id}/disable`)).toMatchObject({ id, ...state });
    expect(await answerOf(userId, `${id}/disable`)).toMatchObject(state);
    const refused = await call(userId, `${id}/test`);
    expect([refused.status, refused.body.status]).toEqual([409, 'conflict']);
    expect(await answerOf(userId, `${id}/enable`)).toMatchObject({ status: 'active', disabled_reason: null });
    await answerOf(userId, `${id}/delete`);
    expect(await listed(userId)).toEqual([]);
    expect((await call(userId, `${id}/delete`)).status).toBe(404);
  });

  it('mark the pending deliveries of a subscription as dead when they disable the subscription', async () => {
    const account = service.anAccount();
    receiver.behaviour = (response) => response.writeHead(500).end();
    const id = await account.subscribe(receiver.url);
    await service.publish(account.userId);
    await receiver.have(1);
    await answerOf(account.userId, `${id}/disable`);
    const dead = await until(async () => {
      const { items } = await answerOf(account.userId, `${id}/deliveries/list`, { status: 'dead' });
      return items.length === 1 && items;
    });
    expect(dead).toMatchObject([{ status: 'dead', next_attempt_utc: null }]);
  });

  it('return the same error for a subscription of another account as for an unknown subscription', async () => {
    const owner = service.anAccount();
    const id = await delivered(owner, 1);
    const { items } = await answerOf(owner.userId, `${id}/deliveries/list`);
    const stranger = service.anAccount().userId;
    const replay = { since_utc: '2020-01-01', deliveries: 'all' };
    const ofDelivery = ['read', 'replay'].map((what) => `${id}/deliveries/${items[0].id}/${what}`);
    const routes = ['read', 'enable', 'disable', 'delete', 'test', 'deliveries/list', 'replay'].map(
      (what) => `${id}/${what}`,
    );
    for (const route of [...routes, ...ofDelivery]) {
      const body = route.endsWith(`${id}/replay`) ? replay : {};
      const found = await call(stranger, route, body);
      const absent = await call(stranger, route.replace(String(id), '999999999'), body);
      expect([route, found.status, found.body]).toEqual([route, 404, absent.body]);
    }
    expect(await listed(owner.userId)).toMatchObject([{ id, status: 'active' }]);
    expect(receiver.received).toHaveLength(1);
  });

  it('can be called only by services', async () => {
    const { userId, api } = service.anAccount();
    const path = `/internal/accounts/${userId}/webhook_subscriptions/list`;
    expect((await api.post(path, {})).status).toBe(401);
    expect((await service.asNobody().post(path, {})).status).toBe(401);
  });
});

describe("the portal's routes for the deliveries of a subscription", () => {
  it('list deliveries in pages, newest first, with filters for status, event and time', async () => {
    const account = service.anAccount();
    const id = await delivered(account, 5);
    const list = (body: object) => answerOf(account.userId, `${id}/deliveries/list`, body);
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, before_id: first.next_before_id });
    expect([first.items.length, second.items.length, second.next_before_id]).toEqual([3, 2, null]);
    const ids = [...first.items, ...second.items].map((one: { id: number }) => one.id);
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
    const [newest] = first.items;
    expect((await list({ event_id: newest.event_id })).items).toEqual([newest]);
    expect((await list({ status: 'dead' })).items).toEqual([]);
    expect((await list({ since_utc: new Date(Date.now() + 60_000).toISOString() })).items).toEqual([]);
    expect((await call(account.userId, `${id}/deliveries/list`, { limit: 101 })).status).toBe(400);
  });

  it('show the bytes that were sent, every attempt with its response, and the time of the next attempt', async () => {
    const account = service.anAccount();
    receiver.behaviour = (response) => response.writeHead(503).end('not now');
    const id = await account.subscribe(receiver.url);
    await service.publish(account.userId);
    const [received] = await receiver.have(1);
    const read = async (): Promise<AccountDelivery> => {
      const { items } = await answerOf(account.userId, `${id}/deliveries/list`);
      return answerOf(account.userId, `${id}/deliveries/${items[0].id}/read`) as Promise<AccountDelivery>;
    };
    const delivery = await until(async () => {
      const found = await read();
      return found.attempts.length > 0 ? found : undefined;
    });
    expect(delivery).toMatchObject({ status: 'pending', last_response: 'not now', attempts: [{ status_code: 503 }] });
    expect(Date.parse(delivery.next_attempt_utc!)).toBeGreaterThan(Date.parse(delivery.attempts[0]!.attempted_utc));
    expect(delivery.payload).toBe(received!.raw);
  });

  it('show no payload after the database has removed it', async () => {
    const account = service.anAccount();
    const id = await delivered(account, 1);
    const { items } = await answerOf(account.userId, `${id}/deliveries/list`);
    await service.connection.collection<{ _id: string }>('event_bodies').deleteOne({ _id: items[0].event_id });
    expect((await answerOf(account.userId, `${id}/deliveries/${items[0].id}/read`)).payload).toBeNull();
  });

  it('replay a single delivery, or all failed deliveries since a given time', async () => {
    const account = service.anAccount();
    const id = await delivered(account, 2);
    const { items } = await answerOf(account.userId, `${id}/deliveries/list`);
    await answerOf(account.userId, `${id}/deliveries/${items[0].id}/replay`);
    const received = await receiver.have(3);
    expect(received.filter(({ payload }) => payload.id === items[0].event_id)).toHaveLength(2);
    // The next replays skip pending deliveries, so wait until the result of the replayed delivery is stored.
    await until(async () => {
      const { items: delivered } = await answerOf(account.userId, `${id}/deliveries/list`, { status: 'delivered' });
      return delivered.length === 2 ? delivered : undefined;
    });
    const since_utc = new Date(Date.now() - 60_000).toISOString();
    expect(await answerOf(account.userId, `${id}/replay`, { since_utc })).toEqual({ replayed: 0 });
    expect(await answerOf(account.userId, `${id}/replay`, { since_utc, deliveries: 'all' })).toEqual({ replayed: 2 });
    await receiver.have(5);
    const unknown = await call(account.userId, `${id}/deliveries/999999999/replay`);
    expect(unknown.status).toBe(404);
  });

  it('send a test, and return the delivery of the test', async () => {
    const account = service.anAccount();
    const id = await account.subscribe(receiver.url);
    const test = await answerOf(account.userId, `${id}/test`);
    const [received] = await receiver.have(1);
    expect(received!.payload).toMatchObject({ id: test.event_id, action: 'webhook_test' });
  });
});
