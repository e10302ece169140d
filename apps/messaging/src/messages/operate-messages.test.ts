import { services } from '@keyhaven/contracts/platform/services';
import { publishedEvent } from '@keyhaven/testing/published-event';
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

describe('a draft', () => {
  it('is published with the action entity_create both when it is created and when it is sent', async () => {
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

  it('gets the time of sending as date_utc when it is sent, and later edits do not change this time', async () => {
    const { userId, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const date_utc = '2026-01-02T03:04:05Z';
    const { id } = await operate('/messages', { thread_id, from_role: 'owner', is_draft: true, body: 'Hi', date_utc });
    expect(await operate(`/messages/${id}`, { body: 'Hello' }, 'patch')).toMatchObject({ date_utc });
    const sent = await operate(`/messages/${id}`, { is_draft: false }, 'patch');
    expect(sent.date_utc).toBe(sent.updated_utc);
    expect(await operate(`/messages/${id}`, { body: 'Hello!' }, 'patch')).toMatchObject({ date_utc: sent.date_utc });
    const events = await messaging.eventsOf(userId, 'thread_message', 4);
    expect(events.map(({ entity }) => entity.date_utc)).toEqual([date_utc, date_utc, sent.date_utc, sent.date_utc]);
  });
});

describe('an operator', () => {
  it('can report a message as delivered or as failed, but not as both', async () => {
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

  it('can remove the text and images of a message, but not the message record', async () => {
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

  it('must give a reason when reporting that a message was not delivered', async () => {
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

  it('cannot set the text of a message to null', async () => {
    const { api, operate, operator } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const attachments = [{ content: onePoint.toString('base64') }];
    const { id } = await operate('/messages', { thread_id, body: 'see', attachments });
    const refused = await operator(`/messages/${id}`, { body: null }, 'patch');
    expect([refused.status, refused.body.messages.join()]).toEqual([400, expect.stringContaining('body: null')]);
    expect((await operate(`/messages/${id}`, { body: '' }, 'patch')).body).toBe('');
    expect((await api.get(`/v2/messages/${id}`)).body).toMatchObject({ body: '', removed_utc: null });
  });

  it('cannot turn a sent message into a draft, or attach a file that is not an image', async () => {
    const { operate, operator } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const { id } = await operate('/messages', { thread_id, body: 'sent' });
    expect((await operator(`/messages/${id}`, { is_draft: true }, 'patch')).status).toBe(400);
    const content = Buffer.from('not an image').toString('base64');
    const refused = await operator('/messages', { thread_id, attachments: [{ content }] });
    expect([refused.status, refused.body.messages.join()]).toEqual([400, expect.stringContaining('attachments.0')]);
    expect((await operator('/messages', { thread_id, attachments: [{ content: '%%' }] })).status).toBe(400);
  });
});

describe("a guest's message that the operator stores", () => {
  it('is refused if from_contact_id is not the id of a guest of the account', async () => {
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
