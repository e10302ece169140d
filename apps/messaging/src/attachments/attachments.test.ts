import { imageSize } from 'image-size';
import { type MessagingUnderTest, onePoint, startMessagingUnderTest } from '../testing/messaging-under-test';
import { type ImageSite, startImageSite } from '../testing/image-site';
import { imageFetcher } from './fetch-image';

jest.mock('image-size', () => ({
  imageSize: jest.fn(jest.requireActual<{ imageSize: typeof imageSize }>('image-size').imageSize),
}));

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

describe('an attachment', () => {
  it.each(['/image.png', '/moved', '/exact'])(
    'is downloaded from the page %s of the test site, stored, and returned to clients',
    async (page) => {
      const { api, thread_id } = await messaging.aThread();
      const { status, body } = await api.post('/v2/messages', { thread_id, attachment_url: site.url + page });
      expect([status, body.body]).toEqual([200, '']);
      const answer = await messaging.download(body.attachment_urls[0]);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.subarray(0, onePoint.length).equals(onePoint)).toBe(true);
      const listed = await api.get(`/v2/messages?thread_id=${thread_id}&include_attachments=true`);
      expect(listed.body.items[0].attachment_urls).toHaveLength(1);
    },
  );

  it.each([
    ['/too-large', 'the file is too large; expected at most 5242880 bytes'],
    ['/declared', 'the file is too large; expected at most 5242880 bytes'],
    ['/endless', 'the file is too large; expected at most 5242880 bytes'],
    ['/text.png', 'is not an image; expected JPEG, PNG, GIF or WebP'],
    ['/svg', 'is not an image'],
    ['/no-area.gif', 'is not an image'],
    ['/icons.png', 'is not an image'],
    ['/empty', 'is not an image'],
    ['/missing', 'answered 404'],
    ['/inside', 'the redirect target 10.0.0.1 is not a public address'],
    ['/metadata', 'not a public address'],
    ['/file', 'the redirect target begins with file:'],
    ['/round', 'redirects more than 3 times'],
    ['/cut', 'could not be reached'],
  ])('from the page %s of the test site is refused (%s), and no message is stored', async (page, words) => {
    const { userId, api, thread_id } = await messaging.aThread();
    const before = await messaging.objects();
    const { status, body } = await api.post('/v2/messages', {
      thread_id,
      body: 'see',
      attachment_url: site.url + page,
    });
    expect([status, body.messages.join()]).toEqual([400, expect.stringContaining(words)]);
    expect((await api.get(`/v2/messages?thread_id=${thread_id}&include_drafts=true`)).body.count).toBe(0);
    expect(await messaging.objects()).toEqual(before);
    expect(messaging.events.filter((event) => event.user_id === userId && event.entity_type !== 'thread')).toEqual([]);
  });

  it.each([408, 429, 500, 502, 503, 504])(
    'is downloaded for a repeated request if the site answered the first download with %d',
    async (failure) => {
      const { api, thread_id } = await messaging.aThread();
      const post = () =>
        api.post(
          '/v2/messages',
          { thread_id, attachment_url: `${site.url}/image.png` },
          { headers: { 'idempotency-key': 'k' } },
        );
      site.nextFailure = failure;
      const refused = await post();
      expect([refused.status, refused.body.messages.join()]).toEqual([
        400,
        expect.stringContaining(`answered ${failure}`),
      ]);
      const { status, body } = await post();
      expect([status, body.attachment_urls?.length]).toEqual([200, 1]);
    },
  );

  it('is not downloaded again for a repeated request if the site answered the first download with 404', async () => {
    const { api, thread_id } = await messaging.aThread();
    const post = () =>
      api.post(
        '/v2/messages',
        { thread_id, attachment_url: `${site.url}/missing` },
        { headers: { 'idempotency-key': 'k' } },
      );
    const refused = await post();
    site.requested.length = 0;
    const repeated = await post();
    expect([repeated.status, repeated.body]).toEqual([400, refused.body]);
    expect(site.requested).toEqual([]);
  });

  it.each(['ftp://example.com/a.png', 'http://[::1]/a.png', 'https://user:pw@example.com/a.png', 'not an address'])(
    'is refused if its URL is %s',
    async (attachment_url) => {
      const { api, thread_id } = await messaging.aThread();
      const { status, body } = await api.post('/v2/messages', { thread_id, attachment_url });
      expect([status, body.messages.join()]).toEqual([400, expect.stringContaining('attachment_url')]);
    },
  );

  it.each([
    ['/segments.jpg', 200, [256 * 1024]],
    ['/exact', 200, [256 * 1024]],
    ['/image.png', 200, [onePoint.length]],
    ['/icons.png', 400, []],
    ['/text.png', 400, []],
  ])(
    'from the page %s of the test site gets a %d; its dimensions are searched in this many bytes: %j',
    async (page, status, measured) => {
      const measure = jest.mocked(imageSize).mockClear();
      const { api, operator, thread_id } = await messaging.aThread();
      const answer = await api.post('/v2/messages', { thread_id, attachment_url: site.url + page });
      expect([answer.status, measure.mock.calls.map(([bytes]) => bytes.length)]).toEqual([status, measured]);

      const content = Buffer.from(await (await fetch(site.url + page)).arrayBuffer()).toString('base64');
      measure.mockClear();
      const imported = await operator('/messages', { thread_id, attachments: [{ content }] });
      expect([imported.status, measure.mock.calls.map(([bytes]) => bytes.length)]).toEqual([status, measured]);
    },
  );

  it('is refused if the host name of the site cannot be resolved in time', async () => {
    const fetchImage = imageFetcher({ opened: [], timeoutMs: 300, resolve: () => new Promise(() => {}) });
    await expect(fetchImage('https://example.com/a.png')).rejects.toThrow(/within 0.3 seconds|could not be reached/);
  });

  it('is refused if its host has a private address, over http and over https', async () => {
    const fetchImage = imageFetcher({ opened: [], resolve: async () => [{ address: '10.20.30.40', family: 4 }] });
    for (const scheme of ['http', 'https']) {
      const refused = await fetchImage(`${scheme}://images.example/a.png`).catch((error: Error) => error.message);
      expect(refused).toBe(
        'attachment_url: the address does not lead to an allowed public host; expected a publicly reachable image; nothing was stored',
      );
    }
  });

  it('is not downloaded if the thread of the message is unknown', async () => {
    const { api, thread_id } = await messaging.aThread();
    site.requested.length = 0;
    const body = { thread_id: thread_id + 1_000_000, attachment_url: `${site.url}/image.png` };
    expect((await api.post('/v2/messages', body)).status).toBe(400);
    expect(site.requested).toEqual([]);
  });
});
