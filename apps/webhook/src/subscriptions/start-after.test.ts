import { randomUUID } from 'node:crypto';
import { until } from '@keyhaven/testing/until';
import { formatCursor, parseCursor } from '../events/domain/cursor';
import { storedAt } from '../store/event-body.model';
import { eventLogModel } from '../store/event-log.model';
import { answerWith, type Receiver, startReceiver } from '../testing/receiver';
import { startWebhookUnderTest, type TestAccount, type WebhookUnderTest } from '../testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';
const DAY = 24 * 3600_000;
let service: WebhookUnderTest;
const receivers: Receiver[] = [];
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterEach(() => {
  service.clock.aheadMs = 0;
});
afterAll(async () => {
  await service.stop();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

async function aReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

const cursorOf = async ({ api }: TestAccount, query = '') => {
  const { body } = await api.get(`/v2/events${query}`);
  return body.next_cursor as string;
};
/** Waits until all subscriptions of the account have caught up with the event log. */
const caughtUp = async ({ userId }: TestAccount) => {
  const logs = service.connection.collection<{ _id: number; catching_up?: number[] }>('event_logs');
  await until(async () => ((await logs.findOne({ _id: userId }))?.catching_up ?? []).length === 0);
  const catchUps = service.connection.collection('catch_ups');
  await until(async () => (await catchUps.countDocuments({ user_id: userId })) === 0);
};
const old = () => new Date(Date.now() - 5 * DAY).toISOString();
const idsAt = ({ received }: Receiver) => received.map(({ payload }) => payload.id as string);

describe('a subscription with start_after', () => {
  it('receives the events after the cursor, and then later changes, each of them once', async () => {
    const account = service.anAccount();
    const receiver = await aReceiver();
    await service.publish(account.userId, { occurred_utc: old() });
    const start_after = await cursorOf(account);
    const missed = [
      await service.publish(account.userId, { version: 2, occurred_utc: old() }),
      await service.publish(account.userId, { version: 3, occurred_utc: old() }),
    ];
    await account.subscribe(receiver.url, { start_after });
    await receiver.have(2);
    await caughtUp(account);
    const later = await service.publish(account.userId, { version: 4 });
    await receiver.have(3);
    expect(idsAt(receiver)).toEqual([...missed, later].map(({ event_id }) => event_id));
  });

  it('receives only changes that match its type, action and category', async () => {
    const account = service.anAccount();
    const receiver = await aReceiver();
    const start_after = await cursorOf(account);
    await service.publish(account.userId, { categories: ['charge'] });
    await service.publish(account.userId, { categories: ['dates'], action: 'entity_create' });
    await service.publish(account.userId, { entity_type: 'guest', categories: ['dates'] });
    const { event_id } = await service.publish(account.userId, { categories: ['dates'] });
    await account.subscribe(receiver.url, { start_after, category: 'dates', action: 'entity_update' });
    await receiver.have(1);
    await caughtUp(account);
    expect(idsAt(receiver)).toEqual([event_id]);
  });

  it('receives the changes of each record in order while more changes are being stored', async () => {
    const account = service.anAccount();
    const receiver = await aReceiver();
    const start_after = await cursorOf(account);
    const published: string[] = [];
    const write = async (entity_id: number, versions: number) => {
      for (let version = 1; version <= versions; version++) {
        const occurred_utc = version <= versions / 2 ? old() : new Date().toISOString();
        published.push((await service.publish(account.userId, { entity_id, version, occurred_utc })).event_id);
      }
    };
    await write(1, 10);
    const writers = [2, 3, 4, 5].map((entity_id) => write(entity_id, 60));
    await account.subscribe(receiver.url, { start_after });
    await Promise.all(writers);
    await receiver.have(published.length);
    await caughtUp(account);
    expect(idsAt(receiver).sort()).toEqual(published.sort());
    const latest = new Map<number, number>();
    for (const { payload } of receiver.received) {
      expect(payload.version).toBe((latest.get(payload.entity_id) ?? 0) + 1);
      latest.set(payload.entity_id, payload.version);
    }
  });

  it('receives an event that got its position before the subscription was created, but is stored later', async () => {
    const account = service.anAccount();
    const receiver = await aReceiver();
    const start_after = await cursorOf(account);
    const first = await service.publish(account.userId);
    const logs = service.connection.collection<{ _id: number; last: number }>('event_logs');
    const taken = await logs.findOneAndUpdate(
      { _id: account.userId },
      { $inc: { last: 1 } },
      { returnDocument: 'after' },
    );
    await account.subscribe(receiver.url, { start_after });
    await receiver.have(1);
    const bodies = service.connection.collection<{ _id: string; position: number; body: string }>('event_bodies');
    const stored = (await bodies.findOne({ _id: first.event_id }))!;
    const id = randomUUID();
    const body = stored.body.replace(first.event_id, id);
    await bodies.insertOne({ ...stored, _id: id, body, position: taken!.last });
    await receiver.have(2);
    await caughtUp(account);
    expect(idsAt(receiver)).toEqual([first.event_id, id]);
  });

  it('catches up even if a process died between taking a position in the event log and storing the event', async () => {
    const account = service.anAccount();
    const start_after = await cursorOf(account);
    await service.publish(account.userId);
    const logs = service.connection.collection<{ _id: number }>('event_logs');
    await logs.updateOne({ _id: account.userId }, { $inc: { last: 1 } });
    await account.subscribe('http://127.0.0.1:9/', { start_after });
    service.clock.aheadMs = 11_000;
    await caughtUp(account);
    const { last_utc } = (await eventLogModel(service.connection).findById(account.userId).lean())!;
    const bodies = service.connection.collection<{ position: number; expires_utc: Date }>('event_bodies');
    const closed = await bodies.findOne({ user_id: account.userId, position: 2 });
    expect(storedAt(closed!)).toEqual(last_utc);
  });

  it('does not receive a change from before the cursor when the bus delivers this change again', async () => {
    const account = service.anAccount();
    const receiver = await aReceiver();
    const { event_id } = await service.publish(account.userId);
    await account.subscribe(receiver.url, { start_after: await cursorOf(account) });
    await caughtUp(account);
    await service.publish(account.userId, { event_id });
    const later = await service.publish(account.userId, { version: 2 });
    await receiver.have(1);
    expect(idsAt(receiver)).toEqual([later.event_id]);
  });

  it('is refused if the cursor is invalid, belongs to another account, or is too old', async () => {
    const account = service.anAccount();
    await service.publish(account.userId);
    const cursor = await cursorOf(account);
    const foreign = await cursorOf(service.anAccount());
    const create = (start_after: string) =>
      account.api.post(PATH, { type: 'booking', webhook_url: 'http://127.0.0.1:9/', start_after });
    for (const bad of ['latest', 'nonsense', foreign]) {
      const { status, body } = await create(bad);
      expect([bad, status]).toEqual([bad, 400]);
      expect(body.messages.join()).toContain(
        `start_after: ${JSON.stringify(bad.slice(0, 50))} is not accepted; expected`,
      );
    }
    const beyond = formatCursor({ ...parseCursor(cursor)!, position: 99 });
    expect(await create(beyond)).toMatchObject({ status: 410, body: { status: 'gone' } });
    service.clock.aheadMs = 31 * DAY;
    expect(await create(cursor)).toMatchObject({ status: 410, body: { status: 'gone' } });
    expect((await account.api.get(PATH)).body.items).toEqual([]);
  });

  it('can be tried in a dry run, which changes nothing', async () => {
    const account = service.anAccount();
    await service.publish(account.userId);
    const subscription = { type: 'booking', webhook_url: 'http://127.0.0.1:9/', start_after: await cursorOf(account) };
    const answer = await account.api.post(PATH, subscription, { headers: { prefer: 'dry-run' } });
    expect(answer).toMatchObject({ status: 200, body: { id: null } });
    await caughtUp(account);
    expect((await account.api.get(PATH)).body.items).toEqual([]);
  });

  it('continues from the event log if it is enabled again after it was disabled while catching up', async () => {
    const account = service.anAccount();
    const receiver = await aReceiver();
    receiver.behaviour = answerWith(410);
    const start_after = await cursorOf(account);
    await service.publish(account.userId);
    // Takes a position without storing an event. Readers do not get past it until the service marks it as empty, so the
    // subscription cannot catch up earlier.
    const logs = service.connection.collection<{ _id: number }>('event_logs');
    await logs.updateOne({ _id: account.userId }, { $inc: { last: 1 } });
    const missed = [
      await service.publish(account.userId, { version: 2 }),
      await service.publish(account.userId, { version: 3 }),
    ];
    const id = await account.subscribe(receiver.url, { start_after });
    await until(async () => (await account.api.get(`${PATH}/${id}`)).body.status === 'disabled');
    const catchUps = service.connection.collection<{ _id: number; leased_until_utc: Date }>('catch_ups');
    await until(async () => {
      const left = await catchUps.findOne({ _id: id });
      return !left || left.leased_until_utc.getTime() > Date.now() + 5000;
    });
    await catchUps.updateOne({ _id: id }, { $set: { leased_until_utc: new Date(0) } });
    receiver.behaviour = answerWith(200);
    await account.api.post(`${PATH}/${id}/enable`);
    service.clock.aheadMs = 11_000;
    await receiver.have(3);
    await caughtUp(account);
    const later = await service.publish(account.userId, { version: 4 });
    await receiver.have(4);
    expect(idsAt(receiver).slice(1)).toEqual([...missed, later].map(({ event_id }) => event_id));
  });

  it('stops catching up when it is deleted', async () => {
    const account = service.anAccount();
    const start_after = await cursorOf(account);
    for (let count = 0; count < 3; count++) await service.publish(account.userId);
    const id = await account.subscribe('http://127.0.0.1:9/', { start_after });
    await account.api.delete(`${PATH}/${id}`);
    await caughtUp(account);
  });

  it('is returned for a second request with the same cursor, and still receives each event only once', async () => {
    const account = service.anAccount();
    const receiver = await aReceiver();
    const start_after = await cursorOf(account);
    const first = await service.publish(account.userId, { occurred_utc: old() });
    const id = await account.subscribe(receiver.url, { start_after });
    await caughtUp(account);
    expect(await account.subscribe(receiver.url, { start_after })).toBe(id);
    const { event_id } = await service.publish(account.userId, { version: 2 });
    await receiver.have(2);
    expect(idsAt(receiver)).toEqual([first.event_id, event_id]);
  });

  it('is refused if the same subscription already exists with a different start_after', async () => {
    const account = service.anAccount();
    const receiver = await aReceiver();
    const start_after = await cursorOf(account);
    await service.publish(account.userId, { occurred_utc: old() });
    const id = await account.subscribe(receiver.url);
    const create = (start: string) =>
      account.api.post(PATH, { type: 'booking', webhook_url: receiver.url, start_after: start });
    const refused = await create(start_after);
    expect(refused.status).toBe(409);
    expect(refused.body.messages.join()).toBe(
      `start_after: the subscription ${id} did not begin after this cursor; ` +
        'delete it first, or leave start_after out and read what you missed with v2/events',
    );
    expect((await create('nonsense')).status).toBe(400);
    const { event_id } = await service.publish(account.userId);
    await receiver.have(1);
    expect(idsAt(receiver)).toEqual([event_id]);
  });

  it('stops catching up at the end of the log, even if several concurrent requests created the subscription', async () => {
    const account = service.anAccount();
    await service.publish(account.userId);
    const start_after = await cursorOf(account);
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => account.subscribe('http://127.0.0.1:9/', { start_after })),
    );
    expect(new Set(ids).size).toBe(1);
    await caughtUp(account);
  });
});
