import { type MessagingUnderTest, startMessagingUnderTest } from '../testing/messaging-under-test';
import { type ImageSite, startImageSite } from '../testing/image-site';
import { attachmentAddresses } from '../store/attachment-addresses';

let messaging: MessagingUnderTest;
let site: ImageSite;
beforeAll(async () => {
  messaging = await startMessagingUnderTest();
  site = await startImageSite();
});
afterAll(async () => {
  await site.close();
  await messaging.stop();
});

describe('the URL of an attachment', () => {
  const read = (path: string) => messaging.asAnyone().get(path);

  it('returns 404 if it is forged or has expired', async () => {
    const { api, thread_id } = await messaging.aThread();
    const { body } = await api.post('/v2/messages', { thread_id, attachment_url: `${site.url}/image.png` });
    const url = new URL(body.attachment_urls[0]);
    const other = attachmentAddresses(url.origin, 'another secret of thirty-two characters', 60);
    const ours = attachmentAddresses(url.origin, 'a secret of thirty-two characters or more', 60);
    const key = url.pathname.split('/').pop()!;
    const bad = (address: string) => address.slice(url.origin.length);
    const later = new URLSearchParams(url.search);
    later.set('expires', String(Number(later.get('expires')) + 1000));
    for (const path of [
      url.pathname,
      `${url.pathname}?${later.toString()}`,
      `${url.pathname.replace(key, `x${key}`)}${url.search}`,
      bad(other.forRead(key)),
      `${url.pathname}?expires=9999999999&signature=`,
      `/attachments/..%2Fsecrets.png${url.search}`,
    ]) {
      const answer = await read(path);
      expect([answer.status, answer.body.messages]).toEqual([404, ['there is no attachment at this address']]);
    }
    const expired = await read(bad(ours.until(key, new Date(Date.now() - 1000))));
    expect([expired.status, expired.body.messages.join()]).toEqual([404, expect.stringContaining('has expired')]);
  });
});

describe('an event about an old attachment', () => {
  it('contains a URL that has not expired', async () => {
    const { userId, api, operate, thread_id } = await messaging.aThread();
    const { body } = await api.post('/v2/messages', { thread_id, attachment_url: `${site.url}/image.png` });
    // A regression test: an earlier version computed the expiry from the time at which the attachment was stored.
    const longAgo = { created_utc: new Date(0), date_utc: new Date(0), 'attachments.0.stored_utc': new Date(0) };
    await messaging.connection.collection<{ _id: number }>('messages').updateOne({ _id: body.id }, { $set: longAgo });
    const report = { delivered_utc: '2026-11-20T10:00:00Z' };
    await operate(`/messages/${body.id}`, report, 'patch');
    await operate(`/messages/${body.id}`, report, 'patch');
    await operate(`/messages/${body.id}`, { body: 'see' }, 'patch');
    const events = await messaging.eventsOf(userId, 'thread_message', 3);
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3]);
    const [address] = events[2]!.entity.attachment_urls as string[];
    expect((await messaging.download(address!)).status).toBe(200);
  });
});

describe('a removed attachment', () => {
  it('cannot be read (404), even if its URL has not expired', async () => {
    const { api, operate, thread_id } = await messaging.aThread();
    const { body } = await api.post('/v2/messages', { thread_id, attachment_url: `${site.url}/image.png` });
    const { pathname, search } = new URL(body.attachment_urls[0]);
    await operate(`/messages/${body.id}/remove`, {});
    const answer = await messaging.asAnyone().get(pathname + search);
    expect([answer.status, answer.body.messages]).toEqual([404, ['there is no attachment at this address']]);
  });
});
