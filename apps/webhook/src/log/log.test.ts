import { TenantReader } from '@keyhaven/persistence/tenant-repository/tenant-reader';
import { until } from '@keyhaven/testing/until';
import { type Receiver, startReceiver } from '../testing/receiver';
import { startWebhookUnderTest, type TestAccount, type WebhookUnderTest } from '../testing/webhook-under-test';

type Subscriptions = TenantReader<any>;

const PATH = '/v2/webhooksubscriptions';

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

/**
 * Creates a subscription, publishes changes, and waits until all are delivered. @returns the id of the subscription.
 */
async function delivered(account: TestAccount, changes: number): Promise<number> {
  const id = await account.subscribe(receiver.url);
  for (let entity_id = 1; entity_id <= changes; entity_id++) await service.publish(account.userId, { entity_id });
  await until(async () => {
    const { body } = await account.api.get(`${PATH}/${id}/deliveries?status=delivered&limit=100`);
    return body.count === changes;
  });
  return id;
}

describe('the log of deliveries', () => {
  it('is paged, and can be filtered by status, event and time', async () => {
    const account = service.anAccount();
    const id = await delivered(account, 5);
    const first = await account.api.get(`${PATH}/${id}/deliveries?limit=3`);
    expect(first.body.count).toBe(3);
    const second = await account.api.get(first.body.next_page_url);
    expect(second.body).toMatchObject({ count: 2, next_page_url: null });
    const [one] = second.body.items;
    expect(one).toMatchObject({
      subscription_id: id,
      action: 'entity_update',
      entity_type: 'booking',
      attempt_count: 1,
    });
    const byEvent = await account.api.get(`${PATH}/${id}/deliveries?event_id=${one.event_id}`);
    expect(byEvent.body.items).toEqual([one]);
    expect((await account.api.get(`${PATH}/${id}/deliveries?status=Dead`)).body.count).toBe(0);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await account.api.get(`${PATH}/${id}/deliveries?since_utc=${later}`)).body.count).toBe(0);
    expect((await account.api.get(`${PATH}/${id}/deliveries?status=lost`)).status).toBe(400);
  });

  it('contains each delivery with its attempts and the last response', async () => {
    const account = service.anAccount();
    receiver.behaviour = (response) => response.end('thank you');
    const id = await delivered(account, 1);
    const { items } = (await account.api.get(`${PATH}/${id}/deliveries`)).body;
    const { body } = await account.api.get(`${PATH}/${id}/deliveries/${items[0].id}`);
    expect(body).toMatchObject({
      status: 'delivered',
      attempts: [{ status_code: 200, error: null }],
      last_response: 'thank you',
    });
    expect((await account.api.get(`${PATH}/${id}/deliveries/999999999`)).status).toBe(404);
  });
});

describe('a replay of deliveries', () => {
  it('sends one delivery again, with the same bytes and the same id', async () => {
    const account = service.anAccount();
    const id = await delivered(account, 2);
    const { items } = (await account.api.get(`${PATH}/${id}/deliveries`)).body;
    const answer = await account.api.post(`${PATH}/${id}/deliveries/${items[0].id}/replay`);
    expect(answer.status).toBe(200);
    const [, , again] = await receiver.have(3);
    const original = receiver.received.find(({ payload }) => payload.id === items[0].event_id)!;
    expect(again!.raw).toBe(original.raw);
    expect(again!.headers['webhook-id']).toBe(items[0].event_id);
  });

  it('sends all dead deliveries since a given time, or all deliveries if the request asks for them', async () => {
    const account = service.anAccount();
    const id = await delivered(account, 3);
    const since_utc = new Date(Date.now() - 60_000).toISOString();
    expect((await account.api.post(`${PATH}/${id}/replay`, { since_utc })).body).toEqual({ replayed: 0 });
    const all = await account.api.post(`${PATH}/${id}/replay`, { since_utc, deliveries: 'All' });
    expect(all.body).toEqual({ replayed: 3 });
    const received = await receiver.have(6);
    expect(new Set(received.map(({ payload }) => payload.id)).size).toBe(3);
    expect((await account.api.post(`${PATH}/${id}/replay`, {})).status).toBe(400);
  });
});

it('a replay during an attempt causes another attempt, and the log contains both attempts', async () => {
  const account = service.anAccount();
  let answer: () => void = () => {};
  const isHeld = new Promise<void>((resolve) => {
    receiver.behaviour = (response) => {
      receiver.behaviour = (later) => later.end();
      answer = () => response.end();
      resolve();
    };
  });
  const id = await account.subscribe(receiver.url);
  await service.publish(account.userId, { entity_id: 1 });
  await isHeld;
  const { items } = (await account.api.get(`${PATH}/${id}/deliveries`)).body;
  const path = `${PATH}/${id}/deliveries/${items[0].id}`;
  expect((await account.api.post(`${path}/replay`)).status).toBe(200);
  answer();
  expect(await receiver.have(2)).toHaveLength(2);
  const body = await until(async () => {
    const found = (await account.api.get(path)).body;
    return found.status === 'delivered' ? found : undefined;
  });
  expect(body).toMatchObject({ attempt_count: 2, attempts: [{ status_code: 200 }, { status_code: 200 }] });
});

describe('a replay with an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'again' };

  it('sends a delivery only once if the request is repeated, and returns the same response', async () => {
    const account = service.anAccount();
    const id = await delivered(account, 1);
    const { items } = (await account.api.get(`${PATH}/${id}/deliveries`)).body;
    const path = `${PATH}/${id}/deliveries/${items[0].id}/replay`;
    const first = await account.api.post(path, undefined, { headers });
    expect(first).toMatchObject({ status: 200, body: { id: items[0].id, status: 'pending', attempt_count: 1 } });
    await receiver.have(2);
    const second = await account.api.post(path, undefined, { headers });
    expect(second.body).toEqual(first.body);
    expect((await account.api.post(path)).status).toBe(200);
    expect((await receiver.have(3)).length).toBe(3);
  });

  it('sends the deliveries since a given time only once, even if requests are concurrent', async () => {
    const account = service.anAccount();
    const id = await delivered(account, 2);
    const body = { since_utc: new Date(Date.now() - 60_000).toISOString(), deliveries: 'all' };
    const replay = () => account.api.post(`${PATH}/${id}/replay`, body, { headers });
    const answers = await Promise.all([replay(), replay(), replay()]);
    expect(answers.map((answer) => answer.body)).toEqual([{ replayed: 2 }, { replayed: 2 }, { replayed: 2 }]);
    await receiver.have(4);
    expect((await replay()).body).toEqual({ replayed: 2 });
    const other = await account.api.post(`${PATH}/${id}/replay`, { ...body, deliveries: 'dead' }, { headers });
    expect(other.status).toBe(422);
    // If a repeated request had sent deliveries again, they would have arrived before this change.
    const last = await service.publish(account.userId, { entity_id: 99 });
    const received = await until(() => receiver.received.some(({ payload }) => payload.id === last.event_id));
    expect(received).toBe(true);
    expect(receiver.received).toHaveLength(5);
  });
});

describe('a webhook test', () => {
  it('delivers one event with the action webhook_test, even if the same Idempotency-Key is sent twice', async () => {
    const account = service.anAccount();
    const id = await account.subscribe(receiver.url, { category: 'dates' });
    const headers = { 'idempotency-key': 'try' };
    const test = () => account.api.post(`${PATH}/${id}/test`, undefined, { headers });
    const [first, together] = await Promise.all([test(), test()]);
    expect(first).toMatchObject({ status: 200, body: { status: 'pending', attempt_count: 0 } });
    expect(together.body).toEqual(first.body);
    await until(async () => {
      const { body } = await account.api.get(`${PATH}/${id}/deliveries/${first.body.id}`);
      return body.status === 'delivered';
    });
    expect((await test()).body).toEqual(first.body);
    expect((await account.api.get(`${PATH}/${id}/deliveries`)).body.count).toBe(1);
    const [{ payload }] = (await receiver.have(1)) as [any];
    expect(payload).toMatchObject({ id: first.body.event_id, action: 'webhook_test', entity: { id, type: 'booking' } });
  });

  it('remains in the log as dead if the subscription is disabled before the delivery is enqueued', async () => {
    const account = service.anAccount();
    const id = await account.subscribe(receiver.url);
    const subscriptions = service.connection.collection<{ _id: number }>('subscriptions');
    const findOne = Reflect.get<Subscriptions, 'findOne'>(TenantReader.prototype, 'findOne');
    const finding = jest.spyOn(TenantReader.prototype as Subscriptions, 'findOne');
    finding.mockImplementationOnce(async function (this: Subscriptions, ...request) {
      await subscriptions.updateOne({ _id: id }, { $set: { status: 'disabled', disabled_reason: 'x' } });
      return findOne.apply(this, request);
    });
    const { status, body } = await account.api.post(`${PATH}/${id}/test`);
    finding.mockRestore();
    expect([status, body.status]).toEqual([200, 'pending']);
    const logged = () => account.api.get(`${PATH}/${id}/deliveries/${body.id}`);
    expect((await logged()).status).toBe(200);
    await until(async () => (await logged()).body.status === 'dead');
    expect(receiver.received).toEqual([]);
  });
});
