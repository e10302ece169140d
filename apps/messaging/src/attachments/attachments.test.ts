import { until } from '@keyhaven/testing/until';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_IMAGE_BYTES } from '@keyhaven/contracts/messaging/message';
import { imageSize } from 'image-size';
import { Model } from 'mongoose';
import { messageModel } from '../store/message.model';
import { type MessagingUnderTest, onePoint, startMessagingUnderTest } from '../testing/messaging-under-test';
import { attachmentAddresses } from '../store/attachment-addresses';
import { imageFetcher } from './fetch-image';
import { folderStore } from '../store/folder-store';
import { pendingObjectModel } from '../store/pending-object.model';
import { storeImage } from './store-image';
import { sweepObjects } from './sweep-objects';

jest.mock('image-size', () => ({
  imageSize: jest.fn(jest.requireActual<{ imageSize: typeof imageSize }>('image-size').imageSize),
}));

let messaging: MessagingUnderTest;
let site: http.Server;
let siteUrl: string;
const sent: string[] = [];

/** An image of the given length. */
const imageOf = (bytes: number) => Buffer.concat([onePoint, Buffer.alloc(bytes - onePoint.length)]);

/** A JPEG of the largest size that is accepted, of more than a million empty segments and without dimensions. */
function endlessSegments(): Buffer {
  const image = Buffer.alloc(MAX_IMAGE_BYTES, Buffer.from([0xff, 0xe1, 0x00, 0x02]));
  image.set([0xff, 0xd8, 0xff, 0xe1, 0x00, 0x04]);
  return image;
}

/** An icon file of the largest size that is accepted, of entries of eight bytes. */
function endlessIcons(): Buffer {
  const icons = Buffer.alloc(MAX_IMAGE_BYTES, Buffer.from('ic07\0\0\0\x08', 'latin1'));
  icons.write('icns', 'latin1');
  icons.writeUInt32BE(icons.length, 4);
  return icons;
}

const pages: Record<string, (response: http.ServerResponse) => void> = {
  '/image.png': (response) => response.end(onePoint),
  '/exact': (response) => response.end(imageOf(MAX_IMAGE_BYTES)),
  '/too-large': (response) => response.end(imageOf(MAX_IMAGE_BYTES + 1)),
  '/declared': (response) => {
    response.setHeader('content-length', MAX_IMAGE_BYTES + 1);
    response.flushHeaders();
  },
  '/endless': (response) => {
    response.write(onePoint);
    const more = () => {
      while (response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    more();
  },
  '/stalling': (response) => void response.write(onePoint.subarray(0, 20)),
  '/text.png': (response) => {
    response.setHeader('content-type', 'image/png');
    response.end('this is a text');
  },
  '/svg': (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'),
  '/no-area.gif': (response) => response.end(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(100)])),
  '/segments.jpg': (response) => response.end(endlessSegments()),
  '/icons.png': (response) => response.end(endlessIcons()),
  '/empty': (response) => void response.end(),
  '/missing': (response) => void response.writeHead(404).end('no'),
  '/moved': (response) => void response.writeHead(302, { location: '/image.png' }).end(),
  '/inside': (response) => void response.writeHead(302, { location: 'http://10.0.0.1/image.png' }).end(),
  '/metadata': (response) => void response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  '/round': (response) => void response.writeHead(302, { location: '/round' }).end(),
  '/file': (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/cut': (response) => {
    response.setHeader('content-length', 1000);
    response.write(onePoint, () => response.destroy());
  },
};

beforeAll(async () => {
  messaging = await startMessagingUnderTest();
  site = http.createServer((request, response) => {
    sent.push(request.url!);
    pages[request.url!]!(response);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await messaging.stop();
});

async function aThread() {
  const account = messaging.anAccount();
  const { id: thread_id } = await account.operate('/threads', {});
  return { ...account, thread_id };
}

/** Downloads an attachment as the gateway does. */
async function download(address: string): Promise<Response> {
  const { pathname, search } = new URL(address);
  return fetch(messaging.running.url + pathname + search, {
    headers: { authorization: `Bearer ${await messaging.keys.sign({ audience: 'messaging', scope: 'open' })}` },
  });
}

describe('an attachment', () => {
  it.each(['/image.png', '/moved', '/exact'])('is fetched from %s, stored, and served', async (page) => {
    const { api, thread_id } = await aThread();
    const { status, body } = await api.post('/v2/messages', { thread_id, attachment_url: siteUrl + page });
    expect([status, body.body]).toEqual([200, '']);
    const answer = await download(body.attachment_urls[0]);
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
  });

  it.each([
    ['/too-large', 'the file there is too large; expected at most 5242880 bytes'],
    ['/declared', 'the file there is too large; expected at most 5242880 bytes'],
    ['/endless', 'the file there is too large; expected at most 5242880 bytes'],
    ['/text.png', 'is not an image; expected JPEG, PNG, GIF or WebP'],
    ['/svg', 'is not an image'],
    ['/no-area.gif', 'is not an image'],
    ['/icons.png', 'is not an image'],
    ['/empty', 'is not an image'],
    ['/missing', 'answered 404'],
    ['/inside', 'a redirect there 10.0.0.1 is not a public address'],
    ['/metadata', 'not a public address'],
    ['/file', 'a redirect there begins with file:'],
    ['/round', 'redirects more than 3 times'],
    ['/cut', 'could not be reached'],
  ])('at %s is refused, and no message is stored', async (page, words) => {
    const { userId, api, thread_id } = await aThread();
    const before = await messaging.objects();
    const { status, body } = await api.post('/v2/messages', { thread_id, body: 'see', attachment_url: siteUrl + page });
    expect([status, body.messages.join()]).toEqual([400, expect.stringContaining(words)]);
    expect((await api.get(`/v2/messages?thread_id=${thread_id}&include_drafts=true`)).body.count).toBe(0);
    expect(await messaging.objects()).toEqual(before);
    expect(messaging.events.filter((event) => event.user_id === userId && event.entity_type !== 'thread')).toEqual([]);
  });

  it.each(['ftp://example.com/a.png', 'http://[::1]/a.png', 'https://user:pw@example.com/a.png', 'not an address'])(
    'is never fetched from %s',
    async (attachment_url) => {
      const { api, thread_id } = await aThread();
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
  ])('from %s is answered with %d after reading its dimensions from %j bytes', async (page, status, measured) => {
    const measure = jest.mocked(imageSize).mockClear();
    const { api, operator, thread_id } = await aThread();
    const answer = await api.post('/v2/messages', { thread_id, attachment_url: siteUrl + page });
    expect([answer.status, measure.mock.calls.map(([bytes]) => bytes.length)]).toEqual([status, measured]);

    const content = Buffer.from(await (await fetch(siteUrl + page)).arrayBuffer()).toString('base64');
    measure.mockClear();
    const imported = await operator('/messages', { thread_id, attachments: [{ content }] });
    expect([imported.status, measure.mock.calls.map(([bytes]) => bytes.length)]).toEqual([status, measured]);
  });

  it('that stalls is given up after the timeout', async () => {
    const fetchImage = imageFetcher({ opened: [], timeoutMs: 300, resolve: () => new Promise(() => {}) });
    await expect(fetchImage('https://example.com/a.png')).rejects.toThrow(/within 0.3 seconds|could not be reached/);
  });

  it('is fetched by http and https, only from public hosts', async () => {
    const fetchImage = imageFetcher({ opened: [], resolve: async () => [{ address: '10.20.30.40', family: 4 }] });
    for (const scheme of ['http', 'https']) {
      const refused = await fetchImage(`${scheme}://images.example/a.png`).catch((error: Error) => error.message);
      expect(refused).toBe(
        'attachment_url: the address does not lead to an allowed public host; expected a publicly reachable image; nothing was stored',
      );
    }
  });

  it('is not fetched for a thread that does not exist', async () => {
    const { api, thread_id } = await aThread();
    sent.length = 0;
    const body = { thread_id: thread_id + 1_000_000, attachment_url: `${siteUrl}/image.png` };
    expect((await api.post('/v2/messages', body)).status).toBe(400);
    expect(sent).toEqual([]);
  });
});

describe('the address of an attachment', () => {
  const read = (path: string) => messaging.asAnyone().get(path);

  it('is refused when it is forged or has expired', async () => {
    const { api, thread_id } = await aThread();
    const { body } = await api.post('/v2/messages', { thread_id, attachment_url: `${siteUrl}/image.png` });
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

describe('an attachment that is published long after it was stored', () => {
  it('is published with an address that has not expired', async () => {
    const { userId, api, operate, thread_id } = await aThread();
    const { body } = await api.post('/v2/messages', { thread_id, attachment_url: `${siteUrl}/image.png` });
    // A regression: addresses once expired by the time when the attachment was stored.
    const longAgo = { created_utc: new Date(0), date_utc: new Date(0), 'attachments.0.stored_utc': new Date(0) };
    await messaging.connection.collection<{ _id: number }>('messages').updateOne({ _id: body.id }, { $set: longAgo });
    const report = { delivered_utc: '2026-11-20T10:00:00Z' };
    await operate(`/messages/${body.id}`, report, 'patch');
    await operate(`/messages/${body.id}`, report, 'patch');
    await operate(`/messages/${body.id}`, { body: 'see' }, 'patch');
    const events = await messaging.eventsOf(userId, 'thread_message', 3);
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3]);
    const [address] = events[2]!.entity.attachment_urls as string[];
    expect((await download(address!)).status).toBe(200);
  });
});

describe('an attachment that was removed', () => {
  it('is not found at an address that has not expired', async () => {
    const { api, operate, thread_id } = await aThread();
    const { body } = await api.post('/v2/messages', { thread_id, attachment_url: `${siteUrl}/image.png` });
    const { pathname, search } = new URL(body.attachment_urls[0]);
    await operate(`/messages/${body.id}/remove`, {});
    const answer = await messaging.asAnyone().get(pathname + search);
    expect([answer.status, answer.body.messages]).toEqual([404, ['there is no attachment at this address']]);
  });
});

describe('the images of a message', () => {
  it('are kept when the database fails just after the message was stored', async () => {
    const { api, thread_id } = await aThread();
    type BulkWrite = (this: Model<unknown>, ...args: unknown[]) => Promise<never>;
    const { bulkWrite } = Model as unknown as { bulkWrite: BulkWrite };
    let failures = 0;
    const failOnce: BulkWrite = async function (...args) {
      if (this.collection.collectionName === 'messages' && failures++ === 0)
        throw new Error('the primary stepped down');
      return bulkWrite.apply(this, args);
    };
    const spy = jest.spyOn(Model, 'bulkWrite').mockImplementation(failOnce);
    try {
      const message = { thread_id, attachment_url: `${siteUrl}/image.png` };
      const { status, body } = await api.post('/v2/messages', message, { headers: { 'idempotency-key': 'once' } });
      expect(status).toBe(200);
      await until(() => failures > 0);
      expect(await messaging.objects()).toContain(new URL(body.attachment_urls[0]).pathname.split('/').pop());
    } finally {
      spy.mockRestore();
    }
  });
});

describe('stored objects', () => {
  it('are deleted by the sweep if no message uses them, and kept otherwise', async () => {
    const { userId, api, thread_id } = await aThread();
    const { body } = await api.post('/v2/messages', { thread_id, attachment_url: `${siteUrl}/image.png` });
    const used = new URL(body.attachment_urls[0]).pathname.split('/').pop()!;
    const pending = pendingObjectModel(messaging.connection);
    // The states after a crash: one between storing the object and the message, one between the message and its job.
    const orphan = await storeImage(pending, folderStoreOf(), userId, onePoint);
    await pending.updateOne({ _id: used }, { $set: { user_id: userId, since_utc: new Date() } }, { upsert: true });
    const parts = { pending, messages: messageModel(messaging.connection), objects: folderStoreOf() };
    expect(await sweepObjects(parts, 3600_000)).toBe(0);
    expect(await messaging.objects()).toEqual(expect.arrayContaining([orphan.key, used]));
    expect(await sweepObjects(parts, -1000)).toBe(2);
    expect(await messaging.objects()).toContain(used);
    expect(await messaging.objects()).not.toContain(orphan.key);
    expect(await pending.countDocuments({ user_id: userId })).toBe(0);
  });

  const folderStoreOf = () => folderStore(messaging.folder);
});
