import { DEADLINE_HEADER } from '@keyhaven/contracts/shared/headers';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { until } from '@keyhaven/testing/until';
import { startWebhookUnderTest, type TestAccount, type WebhookUnderTest } from '../testing/webhook-under-test';
import { LogReaders, MAX_READERS, type Reader } from './log-readers';

let service: WebhookUnderTest;
let opened: jest.SpyInstance;
let closed: jest.SpyInstance<void, [Reader]>;
beforeAll(async () => {
  opened = jest.spyOn(LogReaders.prototype, 'open');
  closed = jest.spyOn(LogReaders.prototype, 'close');
  service = await startWebhookUnderTest();
});
beforeEach(() => {
  opened.mockClear();
  closed.mockClear();
});
afterAll(() => service.stop());

const LONG = 'wait=30';
const end = async ({ api }: TestAccount) => (await api.get('/v2/events?after=latest')).body.next_cursor as string;
const waiting = (count = 1) => until(() => opened.mock.calls.length >= count);

describe('GET v2/events with wait', () => {
  it('answers as soon as a change is stored', async () => {
    const account = service.anAccount();
    const after = await end(account);
    const answer = account.api.get(`/v2/events?after=${after}&${LONG}`);
    await waiting();
    const { event_id } = await service.publish(account.userId);
    expect((await answer).body).toMatchObject({ items: [{ id: event_id }], count: 1, has_more: false });
  });

  it('answers immediately if there already is a change', async () => {
    const account = service.anAccount();
    const { event_id } = await service.publish(account.userId);
    const { body } = await account.api.get(`/v2/events?${LONG}`);
    expect(body.items).toMatchObject([{ id: event_id }]);
    expect(opened).not.toHaveBeenCalled();
  });

  it('waits for the next change if the request contains after=latest', async () => {
    const account = service.anAccount();
    await service.publish(account.userId);
    const answer = account.api.get(`/v2/events?after=latest&${LONG}`);
    await waiting();
    const { event_id } = await service.publish(account.userId);
    expect((await answer).body.items).toMatchObject([{ id: event_id }]);
  });

  it('waits until there is a change of a requested type', async () => {
    const account = service.anAccount();
    const answer = account.api.get(`/v2/events?types=guest&${LONG}`);
    await waiting();
    await service.publish(account.userId);
    const { event_id } = await service.publish(account.userId, { entity_type: 'guest' });
    expect((await answer).body.items).toMatchObject([{ id: event_id }]);
  });

  it('keeps waiting while only other accounts have changes', async () => {
    const account = service.anAccount();
    const answer = account.api.get(`/v2/events?wait=1`);
    await waiting();
    await service.publish(service.anAccount().userId);
    expect((await answer).body).toMatchObject({ items: [], count: 0, has_more: false });
  });

  it('returns a cursor without items if nothing changes in the requested time', async () => {
    const account = service.anAccount();
    const { body, status } = await account.api.get('/v2/events?wait=1');
    expect([status, body.count]).toEqual([200, 0]);
    const { event_id } = await service.publish(account.userId);
    const next = await account.api.get(`/v2/events?after=${body.next_cursor}`);
    expect(next.body.items).toMatchObject([{ id: event_id }]);
  });

  it('answers before the deadline of the request', async () => {
    const account = service.anAccount();
    const headers = { [DEADLINE_HEADER]: String(Date.now() + 1500) };
    const { status, body } = await account.api.get(`/v2/events?${LONG}`, { headers });
    expect([status, body.count]).toEqual([200, 0]);
  });

  it('returns changes that another process stores', async () => {
    const replica = await service.startReplica();
    const account = service.anAccount();
    const answer = replica.asAccount(account.userId).get(`/v2/events?${LONG}`);
    await waiting();
    const { event_id } = await service.publish(account.userId);
    expect((await answer).body.items).toMatchObject([{ id: event_id }]);
    await replica.stop();
  });

  it('finds events for all waiting accounts with one query, and sends no query if no request waits', async () => {
    const accounts = [service.anAccount(), service.anAccount(), service.anAccount()];
    const asked: number[][] = [];
    const counting = countStoreCommands((command) => {
      if (command.find !== 'event_logs') return true;
      const { _id } = command.filter as { _id: number | { $in: number[] } };
      if (typeof _id === 'object') asked.push([..._id.$in]);
      return true;
    });
    const answers = accounts.map(({ api }) => api.get(`/v2/events?${LONG}`));
    await waiting(3);
    await until(() => asked.some((one) => one.length === 3));
    for (const { userId } of accounts) await service.publish(userId);
    await Promise.all(answers);
    asked.length = 0;
    // A process that still polls would send a query within this time.
    await new Promise((resolve) => setTimeout(resolve, 500));
    counting.end();
    expect(asked).toEqual([]);
  });

  it('refuses more than 20 waiting requests of an account, and accepts new requests after clients have disconnected', async () => {
    const account = service.anAccount();
    const token = await service.keys.sign({ audience: 'webhook', scope: 'read', accountId: account.userId });
    const leaving = new AbortController();
    const address = `${service.running.url}/v2/events?${LONG}`;
    const headers = { authorization: `Bearer ${token}` };
    const held = Array.from({ length: MAX_READERS }, () =>
      fetch(address, { headers, signal: leaving.signal }).catch(() => {}),
    );
    await waiting(MAX_READERS);
    const refused = await account.api.get(`/v2/events?${LONG}`);
    expect(refused).toMatchObject({ status: 429, body: { status: 'too_many_requests' } });
    expect(refused.body.messages.join()).toMatch(/already has 20 open streams and waiting requests of v2\/events/);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await account.api.get('/v2/events')).status).toBe(200);
    leaving.abort();
    await Promise.all(held);
    const over = () => new Set(closed.mock.calls.map(([reader]) => reader)).size;
    await until(() => over() >= MAX_READERS);
    const answer = account.api.get(`/v2/events?${LONG}`);
    await until(() => opened.mock.results.filter(({ type }) => type === 'return').length > MAX_READERS);
    await service.publish(account.userId);
    expect((await answer).status).toBe(200);
  });

  it('waits without repeated reads after a position without an event, and answers with a later event', async () => {
    const account = service.anAccount();
    const after = await end(account);
    await service.publish(account.userId);
    const logs = service.connection.collection<{ _id: number }>('event_logs');
    await logs.updateOne({ _id: account.userId }, { $inc: { last: 1 } });
    service.clock.aheadMs = 11_000;
    const answer = account.api.get(`/v2/events?types=guest&after=${after}&${LONG}`);
    const bodies = service.connection.collection<{ _id: string }>('event_bodies');
    await until(() => bodies.findOne({ _id: `closed ${account.userId} 2` }));
    const commands: ('poll' | 'read')[] = [];
    const counting = countStoreCommands((command) => {
      const { user_id } = (command.filter ?? {}) as { user_id?: number };
      if (command.find === 'event_bodies' && user_id === account.userId) commands.push('read');
      if (command.find === 'event_logs') commands.push('poll');
      return true;
    });
    // After the request has read the closed position, several polls in a row do not wake it.
    await until(() => commands.length >= 5 && commands.slice(-5).every((command) => command === 'poll'));
    counting.end();
    const { event_id } = await service.publish(account.userId, { entity_type: 'guest' });
    expect((await answer).body.items).toMatchObject([{ id: event_id }]);
    service.clock.aheadMs = 0;
  });

  it('refuses a wait of more than 30 seconds', async () => {
    const { status, body } = await service.anAccount().api.get('/v2/events?wait=31');
    expect(status).toBe(400);
    expect(body.messages.join()).toContain('expected a whole number from 0 to 30');
  });

  it('responds when the process stops', async () => {
    const replica = await startWebhookUnderTest();
    const answer = replica.anAccount().api.get(`/v2/events?${LONG}`);
    await waiting();
    const stopped = replica.stop();
    expect((await answer).body).toMatchObject({ items: [] });
    await stopped;
  });
});
