import { until } from '@keyhaven/testing/until';
import { openStream } from '../testing/event-stream';
import { startWebhookUnderTest, type TestAccount, type WebhookUnderTest } from '../testing/webhook-under-test';
import { LogReaders, MAX_READERS, type Reader, STREAM_TIMES } from './log-readers';

const DAY = 24 * 3600_000;
const LONG = { lastsMs: 30_000, cutMs: 30_000, heartbeatMs: 30_000 };
let service: WebhookUnderTest;
let brief: WebhookUnderTest;
let closed: jest.SpyInstance<void, [Reader]>;
beforeAll(async () => {
  closed = jest.spyOn(LogReaders.prototype, 'close');
  service = await startWebhookUnderTest({ streams: LONG });
  brief = await startWebhookUnderTest({ streams: { lastsMs: 1000, cutMs: 1500, heartbeatMs: 200 } });
});
afterAll(async () => {
  await service.stop();
  await brief.stop();
});

/** The number of closed readers of an account. */
const ended = ({ userId }: TestAccount) =>
  new Set(closed.mock.calls.map(([reader]) => reader).filter((reader) => reader.userId === userId)).size;

const connect = async (
  { userId }: TestAccount,
  options: Parameters<typeof openStream>[2] = {},
  { running, keys } = service,
) => {
  const token = await keys.sign({ audience: 'webhook', scope: 'read', accountId: userId });
  return openStream(running.url, `Bearer ${token}`, options);
};

describe('GET v2/events with Accept: text/event-stream', () => {
  it('sends existing events, and then each new event as soon as the event is stored', async () => {
    const account = service.anAccount();
    const first = await service.publish(account.userId);
    const stream = await connect(account);
    expect(stream).toMatchObject({ status: 200 });
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    await stream.have(1);
    const second = await service.publish(account.userId);
    const events = await stream.have(2);
    expect(events.map(({ data }) => data.id)).toEqual([first.event_id, second.event_id]);
    const { body } = await account.api.get('/v2/events');
    expect(events.map(({ id, data }) => ({ cursor: id, ...data }))).toEqual(body.items);
    stream.leave();
  });

  it('continues after the event in Last-Event-ID, and ignores the cursor in the query', async () => {
    const account = service.anAccount();
    await service.publish(account.userId);
    const stream = await connect(account);
    const [first] = await stream.have(1);
    stream.leave();
    const { event_id } = await service.publish(account.userId);
    const next = await connect(account, { headers: { 'last-event-id': first!.id }, query: '?after=latest' });
    expect((await next.have(1)).map(({ data }) => data.id)).toEqual([event_id]);
    next.leave();
  });

  it('updates the last event id of the client even if only changes of other types are stored', async () => {
    const account = service.anAccount();
    await service.publish(account.userId);
    const stream = await connect(account, { query: '?after=latest&types=guest' });
    const atEnd = await until(() => stream.lastId());
    await service.publish(account.userId);
    const later = await until(() => (stream.lastId() === atEnd ? undefined : stream.lastId()));
    stream.leave();
    const { event_id } = await service.publish(account.userId);
    const next = await connect(account, { headers: { 'last-event-id': later } });
    expect((await next.have(1)).map(({ data }) => data.id)).toEqual([event_id]);
    expect(stream.events()).toEqual([]);
    next.leave();
  });

  it('sends only the requested types', async () => {
    const account = service.anAccount();
    const stream = await connect(account, { query: '?types=guest' });
    await service.publish(account.userId);
    const { event_id } = await service.publish(account.userId, { entity_type: 'guest' });
    expect((await stream.have(1)).map(({ data }) => data.id)).toEqual([event_id]);
    stream.leave();
  });

  it('returns a 400 that names Last-Event-ID if this header is invalid', async () => {
    const account = service.anAccount();
    const refused = await connect(account, { headers: { 'last-event-id': 'nonsense' } });
    expect(refused.status).toBe(400);
    await until(() => refused.ended());
    expect(JSON.parse(refused.text()).messages.join()).toMatch(/^Last-Event-ID: "nonsense" is not accepted; expected/);
  });

  it('refuses more than 20 streams of an account, and accepts new streams after clients have disconnected', async () => {
    const account = service.anAccount();
    const streams = await Promise.all(Array.from({ length: MAX_READERS }, () => connect(account)));
    const refused = await connect(account);
    expect(refused.status).toBe(429);
    await until(() => refused.ended());
    expect(JSON.parse(refused.text()).messages.join()).toMatch(
      /already has 20 open streams and waiting requests of v2\/events/,
    );
    for (const stream of streams) stream.leave();
    await until(() => ended(account) === MAX_READERS);
    const next = await connect(account);
    expect(next.status).toBe(200);
    next.leave();
  });

  it('sends comments while there are no events, and ends after the maximum duration', async () => {
    const stream = await connect(brief.anAccount(), {}, brief);
    await until(() => stream.text().includes(': waiting\n\n'));
    expect(await until(() => stream.ended())).toBe('complete');
    expect(stream.text()).toMatch(/^retry: 500\nid: /);
  });

  it('keeps the last event id valid for a client that reconnects for over 30 days without any event', async () => {
    const account = brief.anAccount();
    let last = '';
    try {
      for (const days of [0, 20, 40]) {
        brief.clock.aheadMs = days * DAY;
        const stream = await connect(account, { headers: { 'last-event-id': last } }, brief);
        expect(stream).toMatchObject({ status: 200 });
        await until(() => stream.ended());
        last = stream.lastId();
      }
    } finally {
      brief.clock.aheadMs = 0;
    }
  });

  it('closes the stream if the client does not read', async () => {
    const account = brief.anAccount();
    for (let count = 0; count < 16; count++) {
      await brief.publish(account.userId, { entity: { id: 1, title: 'x'.repeat(2 ** 20) } });
    }
    const stream = await connect(account, { reads: false }, brief);
    await until(() => ended(account) === 1);
    stream.leave();
  });

  it('has a time limit of less than 25 seconds, because the gateway accepts a revoked token for 5 seconds', () => {
    expect(STREAM_TIMES.lastsMs).toBeLessThan(STREAM_TIMES.cutMs);
    expect(STREAM_TIMES.cutMs + 5000).toBeLessThan(30_000);
  });

  it('ends with a complete response when the process stops', async () => {
    const other = await startWebhookUnderTest({ streams: LONG });
    const stream = await connect(other.anAccount(), {}, other);
    await until(() => stream.lastId());
    const stopped = other.stop();
    expect(await until(() => stream.ended())).toBe('complete');
    await stopped;
  });
});
