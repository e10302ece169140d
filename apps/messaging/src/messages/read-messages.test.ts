import { services } from '@keyhaven/contracts/platform/services';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { until } from '@keyhaven/testing/until';
import { type MessagingUnderTest, startMessagingUnderTest } from '../testing/messaging-under-test';

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
  it('returns a thread with its messages, and with the guest of its booking if the thread has no guest', async () => {
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

  it('lists the newest messages first if the request asks for this order, also across pages', async () => {
    const { api, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const posted: number[] = [];
    for (const body of ['one', 'two', 'three']) {
      posted.unshift((await operate('/messages', { thread_id, body, from_role: 'Guest' })).id);
    }
    const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);
    const first = (await api.get(`/v2/messages?thread_id=${thread_id}&newest_first=true&limit=2`)).body;
    expect(idsOf(first.items)).toEqual(posted.slice(0, 2));
    const second = (await api.get(first.next_page_url as string)).body;
    expect([idsOf(second.items), second.next_page_url]).toEqual([posted.slice(2), null]);
    const byOffset = (await api.get(`/v2/messages?thread_id=${thread_id}&newest_first=true&offset=1`)).body;
    expect(idsOf(byOffset.items)).toEqual(posted.slice(1));
  });

  it('accepts thread_id and threadId, and refuses requests without a thread or with two threads', async () => {
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
      [`?thread_id=${id}&sinceUtc=2026-01-01`, 'removed on August 13, 2025; use since_utc'],
    ]) {
      const { status, body } = await api.get(`/v2/messages${query}`);
      expect([status, body.messages.join()]).toEqual([400, expect.stringContaining(words!)]);
    }
  });

  it('returns the same error for a thread of another account as for an unknown thread', async () => {
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

  it('lists drafts only if the request asks for them', async () => {
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

  it('returns pages, and can be filtered by since_utc', async () => {
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
