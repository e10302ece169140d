import { type MessagingUnderTest, startMessagingUnderTest } from '../testing/messaging-under-test';

let messaging: MessagingUnderTest;
beforeAll(async () => {
  messaging = await startMessagingUnderTest();
});
afterAll(() => messaging.stop());

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

  it('refuses empty messages, messages that are too long, and unknown threads, and the error names the field', async () => {
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
    ['from_contact_id', 7, 'a message that is posted here has no contact'],
    ['date_utc', '2020-01-01T00:00:00Z', 'it is set when the message is posted'],
    ['attachment_urls', ['https://example.com/a.png'], 'they are decided by attachment_url'],
    ['delivered_utc', '2020-01-01T00:00:00Z', "it is reported by the operator's connector"],
    ['id', 5, 'ids are assigned by the server'],
  ])('refuses %s: %j, because only the server sets this field', async (field, value, why) => {
    const { userId, api, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const { status, body } = await api.post('/v2/messages', { thread_id, body: 'see you', [field]: value });
    // Error messages do not repeat a list that a client has sent, because the list may contain
    // secrets.
    const shown = typeof value === 'object' ? 'the sent value' : JSON.stringify(value);
    expect([status, body.messages]).toEqual([400, [`${field}: ${shown} is not accepted; ${why}`]]);
    expect((await api.get(`/v2/messages?thread_id=${thread_id}&include_drafts=true`)).body.items).toEqual([]);
    expect(messaging.events.filter((one) => one.user_id === userId && one.entity_type !== 'thread')).toEqual([]);
  });

  it('accepts fields that only the server sets, if their values equal those that the server would set', async () => {
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

  it('stores one message for parallel requests with the same Idempotency-Key, and refuses the key for another text', async () => {
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
