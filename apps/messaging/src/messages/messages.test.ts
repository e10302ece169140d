import { services } from '@keyhaven/contracts/platform/services';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { until } from '@keyhaven/testing/until';
import { type MessagingUnderTest, onePoint, startMessagingUnderTest } from '../testing/messaging-under-test';

let messaging: MessagingUnderTest;
beforeAll(async () => {
  messaging = await startMessagingUnderTest();
});
afterAll(() => messaging.stop());

/** Publishes a record as the booking service does. */
function publish(userId: number, entity_type: string, entity_id: number, entity: Record<string, unknown>) {
  return messaging.bus.publish(services.booking.topic, [publishedEvent(userId, { entity_type, entity_id, entity })]);
}

describe('GET v2/messages', () => {
  it('returns a thread with its messages and guest; without one, the booking’s guest', async () => {
    const { userId, api, operate } = messaging.anAccount();
    const bookingId = userId + 1;
    await publish(userId, 'guest', userId + 2, { first_name: 'Ada', last_name: 'Byron' });
    await publish(userId, 'booking', bookingId, { guest_id: userId + 2 });
    messaging.records.add(userId, 'booking', bookingId);
    const thread = await operate('/threads', { channel: 'Airbnb', booking_id: bookingId });
    const { id } = await operate('/messages', { thread_id: thread.id, body: 'Hello', from_role: 'Guest' });
    const answer = await until(async () => {
      const { body } = await api.get(`/v2/messages?thread_id=${thread.id}`);
      return body.guest ? body : undefined;
    });
    expect(answer).toMatchObject({
      thread: { id: thread.id, channel: 'Airbnb', booking_id: bookingId },
      guest: { id: userId + 2, first_name: 'Ada', last_name: 'Byron' },
      count: 1,
      next_page_url: null,
    });
    expect(answer.items[0]).toMatchObject({
      id,
      thread_id: thread.id,
      threadId: thread.id,
      body: 'Hello',
      from_role: 'guest',
      is_draft: false,
      removed_utc: null,
    });
    expect(answer.items[0]).not.toHaveProperty('attachment_urls');
  });

  it('accepts thread_id and threadId, and requires exactly one thread', async () => {
    const { api, operate } = messaging.anAccount();
    const { id } = await operate('/threads', {});
    expect((await api.get(`/v2/messages?threadId=${id}`)).body.items).toEqual([]);
    for (const [query, words] of [
      ['', 'thread_id: is required; expected the id of one thread'],
      ['?thread_id=x', 'thread_id'],
      [
        `?thread_id=${id}&threadId=${id + 1}`,
        `threadId: "${id + 1}" is not accepted; expected the same as thread_id, ${id}`,
      ],
      [`?thread_id=${id}&sinceUtc=2026-01-01`, 'use since_utc'],
    ]) {
      const { status, body } = await api.get(`/v2/messages${query}`);
      expect([status, body.messages.join()]).toEqual([400, expect.stringContaining(words!)]);
    }
  });

  it('answers another account’s thread like one that does not exist', async () => {
    const [mine, theirs] = [messaging.anAccount(), messaging.anAccount()];
    const { id } = await theirs.operate('/threads', {});
    const other = await mine.api.get(`/v2/messages?thread_id=${id}`);
    const nobodys = await mine.api.get(`/v2/messages?thread_id=${id + 1_000_000}`);
    expect([other.status, other.body]).toEqual([404, nobodys.body]);
    const { id: message } = await theirs.operate('/messages', { thread_id: id, body: 'secret' });
    expect((await mine.api.get(`/v2/messages/${message}`)).status).toBe(404);
    expect((await mine.api.post('/v2/messages', { thread_id: id, body: 'x' })).status).toBe(400);
    expect((await mine.operator(`/messages/${message}`, { body: 'x' }, 'patch')).status).toBe(404);
  });

  it('lists drafts only on request', async () => {
    const { api, operate } = messaging.anAccount();
    const { id } = await operate('/threads', {});
    await operate('/messages', { thread_id: id, body: 'sent' });
    const draft = await operate('/messages', { thread_id: id, body: 'thinking', from_role: 'owner', is_draft: true });
    const bodies = async (query: string) =>
      (await api.get(`/v2/messages?thread_id=${id}${query}`)).body.items.map((item: { body: string }) => item.body);
    expect(await bodies('')).toEqual(['sent']);
    expect(await bodies('&include_drafts=True')).toEqual(['sent', 'thinking']);
    await operate(`/messages/${draft.id}`, { is_draft: false }, 'patch');
    expect(await bodies('')).toEqual(['sent', 'thinking']);
  });

  it('pages, and filters by since_utc', async () => {
    const { api, operate } = messaging.anAccount();
    const { id } = await operate('/threads', {});
    const made: number[] = [];
    for (const body of ['a', 'b', 'c']) made.push((await operate('/messages', { thread_id: id, body })).id);
    const first = (await api.get(`/v2/messages?threadId=${id}&limit=2`)).body;
    expect(first.next_page_url).toContain(`threadId=${id}`);
    const second = (await api.get(first.next_page_url)).body;
    expect([...first.items, ...second.items].map((item: { id: number }) => item.id)).toEqual(made);
    const future = new Date(Date.now() + 60_000).toISOString();
    expect((await api.get(`/v2/messages?thread_id=${id}&since_utc=${future}`)).body.items).toEqual([]);
    expect((await api.get(`/v2/messages?thread_id=${id}&since_utc=2026-01-01`)).body.count).toBe(3);
  });
});

describe('POST v2/messages', () => {
  it('stores and publishes a message of the owner', async () => {
    const { userId, api, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const { status, body } = await api.post('/v2/messages', { threadId: String(thread_id), body: 'Willkommen!' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      thread_id,
      body: 'Willkommen!',
      from_role: 'owner',
      from_contact_id: null,
      attachment_urls: [],
      delivered_utc: null,
    });
    const [event] = await messaging.eventsOf(userId, 'thread_message', 1);
    expect(event).toMatchObject({ action: 'entity_create', entity_id: body.id, version: 1, entity: body });
  });

  it('refuses empty and too long messages and unknown threads, and names the field', async () => {
    const { api, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    for (const [body, words] of [
      [{ thread_id }, 'body: is required; expected a text, an attachment_url, or both'],
      [{ thread_id, body: ' \n' }, 'expected a text, an attachment_url, or both'],
      [{ thread_id, body: 'x'.repeat(10_001) }, 'expected at most 10000 characters'],
      [{ body: 'x' }, 'thread_id: is required'],
      [{ thread_id, threadId: thread_id + 1, body: 'x' }, 'expected the same as thread_id'],
      [{ thread_id: thread_id + 1_000_000, body: 'x' }, `the thread id ${thread_id + 1_000_000} was not found`],
      [{ thread_id, body: 5 }, 'body: 5 is not accepted; expected a text'],
    ] as const) {
      const answer = await api.post('/v2/messages', body);
      expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await api.get(`/v2/messages?thread_id=${thread_id}`)).body.count).toBe(0);
  });

  it.each([
    ['is_draft', true, 'drafts are written by the operator'],
    ['from_role', 'guest', 'a message that is posted here is from the owner'],
    ['from_contact_id', 7, 'a message that is posted here is from no contact'],
    ['date_utc', '2020-01-01T00:00:00Z', 'it is set when the message is posted'],
    ['attachment_urls', ['https://example.com/a.png'], 'they are decided by attachment_url'],
    ['delivered_utc', '2020-01-01T00:00:00Z', "it is reported by the operator's connector"],
    ['id', 5, 'ids are assigned by the server'],
  ])('refuses %s: %j, because only the server sets it, and stores nothing', async (field, value, why) => {
    const { userId, api, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const { status, body } = await api.post('/v2/messages', { thread_id, body: 'see you', [field]: value });
    // Lists are not repeated: they may contain what is secret.
    const shown = typeof value === 'object' ? 'the sent value' : JSON.stringify(value);
    expect([status, body.messages]).toEqual([400, [`${field}: ${shown} is not accepted; ${why}`]]);
    expect((await api.get(`/v2/messages?thread_id=${thread_id}&include_drafts=true`)).body.items).toEqual([]);
    expect(messaging.events.filter((one) => one.user_id === userId && one.entity_type !== 'thread')).toEqual([]);
  });

  it('accepts a field that only the server sets when it has the resulting value', async () => {
    const { api, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const result = {
      is_draft: false,
      from_role: 'Owner',
      from_contact_id: null,
      attachment_urls: [],
      removed_utc: null,
    };
    const { status, body } = await api.post('/v2/messages', { thread_id, body: 'see you', ...result });
    expect([status, body.is_draft, body.from_role]).toEqual([200, false, 'owner']);
  });

  it('answers a repeated request with the message of the first one', async () => {
    const { api, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const post = (body: string) =>
      api.post('/v2/messages', { thread_id, body }, { headers: { 'idempotency-key': 'k' } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('once')));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await post('twice')).status).toBe(422);
    expect((await api.get(`/v2/messages?thread_id=${thread_id}`)).body.count).toBe(1);
  });
});

describe('a draft', () => {
  it('is published as created when it is posted; earlier events have is_draft set', async () => {
    const { userId, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const { id } = await operate('/messages', { thread_id, from_role: 'owner', is_draft: true, body: 'perhaps' });
    await operate(`/messages/${id}`, { body: 'yes' }, 'patch');
    await operate(`/messages/${id}`, { is_draft: false }, 'patch');
    await operate(`/messages/${id}`, { body: 'yes!' }, 'patch');
    const events = await messaging.eventsOf(userId, 'thread_message', 4);
    expect(events.map(({ action, version, entity }) => [action, version, entity.is_draft, entity.body])).toEqual([
      ['entity_create', 1, true, 'perhaps'],
      ['entity_update', 2, true, 'yes'],
      ['entity_create', 3, false, 'yes'],
      ['entity_update', 4, false, 'yes!'],
    ]);
  });
});

describe('a thread', () => {
  it('is refused with a booking or guest that the account does not have', async () => {
    const [mine, theirs] = [messaging.anAccount(), messaging.anAccount()];
    const [booking_id, guest_id] = [theirs.userId, theirs.userId + 1];
    messaging.records.add(theirs.userId, 'booking', booking_id);
    messaging.records.add(theirs.userId, 'guest', guest_id);
    const { id } = await mine.operate('/threads', {});
    for (const answer of [
      await mine.operator('/threads', { booking_id, guest_id }),
      await mine.operator(`/threads/${id}`, { booking_id, guest_id }, 'patch'),
    ]) {
      expect([answer.status, answer.body.messages]).toEqual([
        400,
        [
          `booking_id: the booking id ${booking_id} was not found or is not available`,
          `guest_id: the guest id ${guest_id} was not found or is not available`,
        ],
      ]);
    }
    expect(await theirs.operate('/threads', { booking_id, guest_id })).toMatchObject({ booking_id, guest_id });
  });
});

describe('the operator', () => {
  it('reports a message as either delivered or failed', async () => {
    const { userId, api, operate, operator } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const { body: posted } = await api.post('/v2/messages', { thread_id, body: 'hi' });
    const failed = await operate(
      `/messages/${posted.id}`,
      { failed_utc: '2026-11-20T10:00:00Z', failure_reason: 'the channel refused it' },
      'patch',
    );
    expect(failed).toMatchObject({ failed_utc: '2026-11-20T10:00:00Z', failure_reason: 'the channel refused it' });
    const both = await operator(`/messages/${posted.id}`, { delivered_utc: '2026-11-20T11:00:00Z' }, 'patch');
    expect([both.status, both.body.messages.join()]).toEqual([400, expect.stringContaining('failed_utc')]);
    const delivered = { delivered_utc: '2026-11-20T11:00:00Z', failed_utc: null, failure_reason: null };
    expect(await operate(`/messages/${posted.id}`, delivered, 'patch')).toMatchObject(delivered);
    expect((await messaging.eventsOf(userId, 'thread_message', 3)).map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  it('removes the text and images of a message, but not the record', async () => {
    const { userId, api, operate, operator } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const { id } = await operate('/messages', {
      thread_id,
      body: 'oops',
      attachments: [{ content: onePoint.toString('base64') }],
    });
    const { attachment_urls } = (await api.get(`/v2/messages/${id}`)).body;
    const key = new URL(attachment_urls[0]).pathname.split('/').pop()!;
    expect(await messaging.objects()).toContain(key);
    await operate(`/messages/${id}/remove`, {});
    await operate(`/messages/${id}/remove`, {});
    const { body } = await api.get(`/v2/messages/${id}`);
    expect(body).toMatchObject({ body: null, attachment_urls: null, removed_utc: expect.stringMatching(/Z$/) });
    expect(await messaging.objects()).not.toContain(key);
    expect((await operator(`/messages/${id}`, { body: 'again' }, 'patch')).status).toBe(400);
    const events = await messaging.eventsOf(userId, 'thread_message', 2);
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({ action: 'entity_update', entity: { body: null, attachment_urls: null } });
  });

  it('must report a failed delivery with a reason', async () => {
    const { api, operate, operator } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const { id } = (await api.post('/v2/messages', { thread_id, body: 'hello' })).body;
    for (const report of [
      { failed_utc: '2026-11-20T10:00:00Z' },
      { failed_utc: '2026-11-20T10:00:00Z', failure_reason: ' ' },
    ]) {
      const refused = await operator(`/messages/${id}`, report, 'patch');
      expect([refused.status, refused.body.messages.join()]).toEqual([
        400,
        expect.stringContaining('failure_reason: is required with failed_utc'),
      ]);
    }
    expect((await api.get(`/v2/messages/${id}`)).body).toMatchObject({ failed_utc: null });
  });

  it('cannot clear the text of a message with null', async () => {
    const { api, operate, operator } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const attachments = [{ content: onePoint.toString('base64') }];
    const { id } = await operate('/messages', { thread_id, body: 'see', attachments });
    const refused = await operator(`/messages/${id}`, { body: null }, 'patch');
    expect([refused.status, refused.body.messages.join()]).toEqual([400, expect.stringContaining('body: null')]);
    expect((await operate(`/messages/${id}`, { body: '' }, 'patch')).body).toBe('');
    expect((await api.get(`/v2/messages/${id}`)).body).toMatchObject({ body: '', removed_utc: null });
  });

  it('cannot turn a sent message into a draft, or attach a file that is no image', async () => {
    const { operate, operator } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const { id } = await operate('/messages', { thread_id, body: 'sent' });
    expect((await operator(`/messages/${id}`, { is_draft: true }, 'patch')).status).toBe(400);
    const content = Buffer.from('not an image').toString('base64');
    const refused = await operator('/messages', { thread_id, attachments: [{ content }] });
    expect([refused.status, refused.body.messages.join()]).toEqual([400, expect.stringContaining('attachments.0')]);
    expect((await operator('/messages', { thread_id, attachments: [{ content: '%%' }] })).status).toBe(400);
  });

  it('links threads to bookings, which is published', async () => {
    const { userId, operate } = messaging.anAccount();
    const { id } = await operate('/threads', { channel: 'Vrbo' });
    messaging.records.add(userId, 'booking', 77);
    await operate(`/threads/${id}`, { booking_id: '77' }, 'patch');
    const events = await messaging.eventsOf(userId, 'thread', 2);
    expect(events.map(({ entity }) => entity.booking_id)).toEqual([null, 77]);
  });
});

describe("a guest's message that the operator imports", () => {
  it('is refused if its contact is no guest of the account', async () => {
    const { userId, operate, operator } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const message = { thread_id, body: 'Hello', from_role: 'guest', from_contact_id: userId + 3 };
    const refused = await operator('/messages', message);
    expect([refused.status, refused.body.messages[0]]).toEqual([400, expect.stringContaining('from_contact_id')]);
    await publish(userId, 'guest', userId + 3, { first_name: 'Ada', last_name: 'Byron' });
    expect((await operator('/messages', message)).status).toBe(200);
    expect((await operator('/messages', { ...message, from_role: 'co_host', from_contact_id: 9 })).status).toBe(200);
  });
});
