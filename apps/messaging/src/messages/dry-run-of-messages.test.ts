import { startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { type MessagingUnderTest, onePoint, startMessagingUnderTest } from '../testing/messaging-under-test';

let messaging: MessagingUnderTest;
let images: Awaited<ReturnType<typeof startLoopbackServer>>;
let downloads = 0;
beforeAll(async () => {
  images = await startLoopbackServer((_request, response) => {
    downloads++;
    response.writeHead(200, { 'content-type': 'image/png' }).end(onePoint);
  });
  messaging = await startMessagingUnderTest();
});
afterAll(async () => {
  await messaging.stop();
  await images.close();
});

const dry = { headers: { prefer: 'dry-run' } };

describe('a dry run of a message with an attachment', () => {
  it('downloads and stores nothing, and returns an attachment without a URL', async () => {
    const { api, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const message = { thread_id, body: 'Look', attachment_url: `${images.url}/a.png` };
    const answer = await api.post('/v2/messages', message, dry);
    expect([answer.status, answer.body]).toMatchObject([200, { id: null, body: 'Look', attachment_urls: [null] }]);
    expect([downloads, await messaging.objects()]).toEqual([0, []]);
    expect((await api.get(`/v2/messages?thread_id=${thread_id}`)).body.items).toEqual([]);
    expect((await api.post('/v2/messages', message)).status).toBe(200);
    expect(downloads).toBe(1);
  });

  it('refuses a forbidden URL with the same error as a real request', async () => {
    const { api, operate } = messaging.anAccount();
    const { id: thread_id } = await operate('/threads', {});
    const message = { thread_id, body: 'Look', attachment_url: 'http://10.0.0.1/a.png' };
    const tried = await api.post('/v2/messages', message, dry);
    expect([tried.status, tried.body]).toEqual([400, (await api.post('/v2/messages', message)).body]);
  });
});
