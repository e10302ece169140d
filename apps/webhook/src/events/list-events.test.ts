import { services } from '@keyhaven/contracts/platform/services';
import { formatCursor, parseCursor } from './domain/cursor';
import { startWebhookUnderTest, type TestAccount, type WebhookUnderTest } from '../testing/webhook-under-test';

const DAY = 24 * 3600_000;
let service: WebhookUnderTest;
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterEach(() => {
  service.clock.aheadMs = 0;
});
afterAll(() => service.stop());

type Item = { cursor: string; id: string; entity_id: number; entity_type: string };
const read = async ({ api }: TestAccount, query = '') => (await api.get(`/v2/events${query}`)).body;
const idsOf = (page: { items: Item[] }) => page.items.map(({ id }) => id);
const fault = async ({ api }: TestAccount, query: string) => {
  const { status, body } = await api.get(`/v2/events${query}`);
  return { status, code: body.status, message: body.messages?.join() };
};

/** Creates an account with changes of different records. */
async function anAccountWith(changes: number) {
  const account = service.anAccount();
  const published: string[] = [];
  for (let entity_id = 1; entity_id <= changes; entity_id++) {
    published.push((await service.publish(account.userId, { entity_id })).event_id);
  }
  return { account, published };
}

describe('GET v2/events', () => {
  it('returns every change in the same form as webhooks, even without any subscription', async () => {
    const account = service.anAccount();
    const {
      private: _,
      event_id,
      schema_version: _1,
      generation: _2,
      is_resync: _3,
      ...change
    } = await service.publish(account.userId, { categories: ['dates'] });
    const { items, next_cursor, ...rest } = await read(account);
    expect(items).toEqual([{ cursor: expect.any(String), id: event_id, ...change }]);
    expect(rest).toEqual({ limit: 20, count: 1, has_more: false });
    expect(parseCursor(next_cursor)?.position).toBe(parseCursor(items[0].cursor)?.position);
  });

  it('returns the same bytes as a webhook delivery', async () => {
    const account = service.anAccount();
    const { event_id } = await service.publish(account.userId);
    const stored = await service.connection.collection<{ _id: string; body: string }>('event_bodies').findOne({
      _id: event_id,
    });
    const token = await service.keys.sign({ audience: 'webhook', scope: 'read', accountId: account.userId });
    const answer = await fetch(`${service.running.url}/v2/events`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.text()).toContain(stored!.body.slice(1));
  });

  it('can be called with a read-only token', async () => {
    const account = service.anAccount();
    const { status } = await service.asAccount(account.userId, { scope: 'read' }).get('/v2/events');
    expect(status).toBe(200);
  });

  it('returns every change exactly once, page by page, in the order in which the changes were stored', async () => {
    const { account, published } = await anAccountWith(7);
    const found: string[] = [];
    let after = '';
    for (;;) {
      const page = await read(account, `?limit=3${after}`);
      found.push(...idsOf(page));
      after = `&after=${page.next_cursor}`;
      if (!page.has_more) break;
      expect(page).toMatchObject({ count: 3, limit: 3 });
    }
    expect(found).toEqual(published);
    const later = await service.publish(account.userId);
    expect(idsOf(await read(account, `?limit=3${after}`))).toEqual([later.event_id]);
  });

  it('continues after the cursor of any item', async () => {
    const { account, published } = await anAccountWith(3);
    const { items } = await read(account);
    expect(idsOf(await read(account, `?after=${items[0].cursor}`))).toEqual(published.slice(1));
  });

  it('returns no items, and the cursor of the end of the log, for after=latest', async () => {
    const { account } = await anAccountWith(2);
    const page = await read(account, '?after=Latest');
    expect(page).toMatchObject({ items: [], count: 0, has_more: false });
    const { event_id } = await service.publish(account.userId);
    expect(idsOf(await read(account, `?after=${page.next_cursor}`))).toEqual([event_id]);
  });

  it('returns a cursor for an empty log; the first change comes after this cursor', async () => {
    const account = service.anAccount();
    for (const query of ['', '?after=latest']) {
      const page = await read(account, query);
      expect(page).toMatchObject({ items: [], has_more: false });
    }
    const { next_cursor } = await read(account);
    const { event_id } = await service.publish(account.userId);
    expect(idsOf(await read(account, `?after=${next_cursor}`))).toEqual([event_id]);
  });

  it('returns only the requested types, which can be separated by commas or repeated', async () => {
    const account = service.anAccount();
    for (const entity_type of ['booking', 'property', 'guest', 'thread_message', 'booking']) {
      await service.publish(account.userId, { entity_type });
    }
    const typesOf = async (query: string) => (await read(account, query)).items.map((item: Item) => item.entity_type);
    expect(await typesOf('?types=property,Message')).toEqual(['property', 'thread_message']);
    expect(await typesOf('?types=guest&types=property')).toEqual(['property', 'guest']);
    expect(await typesOf('?types=Contact,guest')).toEqual(['guest']);
    expect(await typesOf('?types=quote')).toEqual([]);
    for (const all of ['', '?types=', '?types=,']) expect(await typesOf(all)).toHaveLength(5);
  });

  it('moves the cursor beyond changes of other types, so that no page reads these changes again', async () => {
    const { account } = await anAccountWith(3);
    const { next_cursor } = await read(account, '?types=guest');
    const { event_id } = await service.publish(account.userId, { entity_type: 'guest' });
    expect(idsOf(await read(account, `?types=guest&after=${next_cursor}`))).toEqual([event_id]);
    expect(idsOf(await read(account, `?after=${next_cursor}`))).toEqual([event_id]);
  });

  it('omits drafts, record types without webhooks, events of a resync, and events older than 30 days', async () => {
    const account = service.anAccount();
    await service.publish(account.userId, { entity_type: 'thread_message', entity: { id: 1, is_draft: true } });
    await service.publish(account.userId, { entity_type: 'payment' });
    await service.publish(account.userId, { is_resync: true });
    await service.publish(account.userId, { occurred_utc: new Date(Date.now() - 31 * DAY).toISOString() });
    const { event_id } = await service.publish(account.userId);
    expect(idsOf(await read(account))).toEqual([event_id]);
  });

  it('omits webhook tests', async () => {
    const account = service.anAccount();
    const id = await account.subscribe('http://127.0.0.1:9/hook');
    expect((await account.api.post(`/v2/webhooksubscriptions/${id}/test`)).status).toBe(200);
    expect((await read(account)).items).toEqual([]);
  });

  it('returns an event only once even if the bus delivers the event twice', async () => {
    const { account, published } = await anAccountWith(2);
    const again = await service.publish(account.userId, { event_id: published[0] });
    const { event_id } = await service.publish(account.userId);
    expect(again.event_id).toBe(published[0]);
    expect(idsOf(await read(account))).toEqual([...published, event_id]);
  });

  it('returns no changes of another account, and refuses the cursors of another account', async () => {
    const { account } = await anAccountWith(2);
    const { next_cursor } = await read(account);
    const other = service.anAccount();
    expect((await read(other)).items).toEqual([]);
    const refused = await fault(other, `?after=${next_cursor}`);
    expect(refused).toMatchObject({ status: 400, code: 'bad_request' });
    expect(refused.message).toMatch(
      /^query parameter after: ".*" is not accepted; expected the next_cursor of an earlier answer of v2\/events to this account/,
    );
  });

  it('refuses invalid cursors, and names the accepted values in the error', async () => {
    const { account } = await anAccountWith(1);
    const { next_cursor } = await read(account);
    for (const bad of ['yesterday', '', '17', next_cursor.slice(1), `${next_cursor}AAAA`]) {
      const { status, message } = await fault(account, `?after=${bad}`);
      expect([bad, status]).toEqual([bad, 400]);
      expect(message).toContain(`query parameter after: ${JSON.stringify(bad.slice(0, 50))} is not accepted`);
      expect(message).toContain(
        'expected the next_cursor of an earlier answer of v2/events to this account, latest, or nothing',
      );
    }
  });

  it('refuses limits that are out of range, unknown types, and the removed parameter sinceUtc', async () => {
    const account = service.anAccount();
    expect(await fault(account, '?limit=1001')).toMatchObject({
      status: 400,
      message: expect.stringContaining('1000'),
    });
    expect(await fault(account, '?limit=0')).toMatchObject({ status: 400 });
    const { status, message } = await fault(account, '?types=booking,hotel');
    expect(status).toBe(400);
    expect(message).toMatch(/^query parameter types: .*expected some of booking, guest.*; "hotel" is none of them$/);
    expect(await fault(account, '?types=none')).toMatchObject({ status: 400 });
    expect(await fault(account, '?sinceUtc=2027-01-01')).toMatchObject({
      status: 400,
      message: expect.stringContaining('use after'),
    });
  });

  it('answers 410 for a cursor older than 30 days, and explains how to continue', async () => {
    const { account } = await anAccountWith(1);
    const { next_cursor } = await read(account);
    service.clock.aheadMs = 29 * DAY;
    expect((await read(account, `?after=${next_cursor}`)).items).toEqual([]);
    service.clock.aheadMs = 30 * DAY + 60_000;
    const { status, code, message } = await fault(account, `?after=${next_cursor}`);
    expect([status, code]).toEqual([410, 'gone']);
    expect(message).toBe(
      'query parameter after: the cursor is older than 30 days, for which events are kept; ' +
        'read v2/events?after=latest first, then the lists, and continue with that cursor',
    );
  });

  it('returns a new cursor even if there are no items, so that the cursor of a polling client never expires', async () => {
    const { account } = await anAccountWith(1);
    let { next_cursor } = await read(account);
    for (const days of [20, 40, 60]) {
      service.clock.aheadMs = days * DAY;
      ({ next_cursor } = await read(account, `?after=${next_cursor}`));
    }
    const { event_id } = await service.publish(account.userId, {
      occurred_utc: new Date(Date.now() + 60 * DAY).toISOString(),
    });
    expect(idsOf(await read(account, `?after=${next_cursor}`))).toEqual([event_id]);
  });

  it('answers 410 for a cursor from before a restore of a backup', async () => {
    const { account } = await anAccountWith(1);
    const { next_cursor } = await read(account);
    const other = formatCursor({ ...parseCursor(next_cursor)!, generation: 1 });
    const refused = await fault(account, `?after=${other}`);
    expect(refused).toMatchObject({ status: 410, code: 'gone' });
    expect(refused.message).toContain('restored from a backup; read v2/events?after=latest first');
  });

  it('answers 410 for a cursor beyond the end of the log, for example after a restore of a backup', async () => {
    const { account } = await anAccountWith(1);
    const { next_cursor } = await read(account);
    const cursor = parseCursor(next_cursor)!;
    const beyond = formatCursor({ ...cursor, position: cursor.position + 1 });
    expect(await fault(account, `?after=${beyond}`)).toMatchObject({ status: 410, code: 'gone' });
  });

  it('begins with the oldest event that still exists if there is no cursor', async () => {
    const { account, published } = await anAccountWith(4);
    await service.connection.collection<{ _id: string }>('event_bodies').deleteMany({
      _id: { $in: published.slice(0, 2) },
    });
    service.clock.aheadMs = 2 * 3600_000;
    expect(idsOf(await read(account))).toEqual(published.slice(2));
  });

  it('begins with the first new event if all earlier events have expired', async () => {
    const { account, published } = await anAccountWith(2);
    const bodies = service.connection.collection<{ _id: string; user_id: number; position: number }>('event_bodies');
    service.clock.aheadMs = 31 * DAY;
    const occurred_utc = new Date(Date.now() + 31 * DAY).toISOString();
    const { event_id } = await service.publish(account.userId, { occurred_utc });
    await bodies.deleteMany({ _id: { $in: published } });
    expect(idsOf(await read(account))).toEqual([event_id]);
    expect(await bodies.countDocuments({ user_id: account.userId })).toBe(1);
  });
});

it('GET v2/events contains changes from the Kafka topics of the services fees and messaging', async () => {
  const account = service.anAccount();
  const sent = [
    await service.publish(account.userId, { entity_type: 'surcharge' }, services.fees.topic),
    await service.publish(account.userId, { entity_type: 'thread_message' }, services.messaging.topic),
  ];
  expect(idsOf(await read(account)).sort()).toEqual(sent.map(({ event_id }) => event_id).sort());
});
