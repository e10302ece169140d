import { until } from '@keyhaven/testing/until';
import { mongo } from 'mongoose';
import { messageModel } from '../store/message.model';
import { type MessagingUnderTest, onePoint, startMessagingUnderTest } from '../testing/messaging-under-test';
import { type ImageSite, startImageSite } from '../testing/image-site';
import { folderStore } from '../store/folder-store';
import { pendingObjectModel } from '../store/pending-object.model';
import { storeImage } from './store-image';
import { type ObjectsToSweep, sweepObjects } from './sweep-objects';

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

describe('the images of a message', () => {
  it('are kept if the database fails after it has stored the message', async () => {
    const { api, thread_id } = await messaging.aThread();
    const { prototype } = mongo.Collection;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with `apply` below
    const { bulkWrite } = prototype;
    let failures = 0;
    const spy = jest.spyOn(prototype, 'bulkWrite').mockImplementation(async function (
      this: mongo.Collection,
      ...args: Parameters<typeof bulkWrite>
    ) {
      // After the message was stored, the service sends this bulk write to empty the outbox of the message.
      if (this.collectionName === 'messages' && failures++ === 0) throw new Error('the primary stepped down');
      return bulkWrite.apply(this, args);
    });
    try {
      const message = { thread_id, attachment_url: `${site.url}/image.png` };
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
  let models: Pick<ObjectsToSweep, 'pending' | 'messages'>;
  beforeAll(() => {
    const { connection } = messaging;
    models = { pending: pendingObjectModel(connection), messages: messageModel(connection) };
  });

  it('are deleted by the periodic sweep only if no message uses them', async () => {
    const { userId, api, thread_id } = await messaging.aThread();
    const { body } = await api.post('/v2/messages', { thread_id, attachment_url: `${site.url}/image.png` });
    const used = new URL(body.attachment_urls[0]).pathname.split('/').pop()!;
    const { pending } = models;
    // `orphan` is an object whose message was not stored, as after a crash. `used` is still marked
    // as pending although its message is stored, as after a crash between storing the message and
    // running its job.
    const orphan = await storeImage(pending, folderStoreOf(), userId, onePoint);
    await pending.updateOne({ _id: used }, { $set: { user_id: userId, since_utc: new Date() } }, { upsert: true });
    const parts = { ...models, objects: folderStoreOf() };
    expect(await sweepObjects(parts, 3600_000)).toBe(0);
    expect(await messaging.objects()).toEqual(expect.arrayContaining([orphan.key, used]));
    expect(await sweepObjects(parts, -1000)).toBe(2);
    expect(await messaging.objects()).toContain(used);
    expect(await messaging.objects()).not.toContain(orphan.key);
    expect(await pending.countDocuments({ user_id: userId })).toBe(0);
  });

  it('are deleted by the periodic sweep even if an earlier object cannot be deleted', async () => {
    const { userId } = await messaging.aThread();
    const keys = [1, 2, 3].map(() => storeImage(models.pending, folderStoreOf(), userId, onePoint));
    const [locked, ...others] = (await Promise.all(keys)).map(({ key }) => key);
    const store = folderStoreOf();
    const deletes = (key: string) => (key === locked ? Promise.reject(new Error('locked')) : store.delete(key));
    const objects = { ...store, delete: deletes };
    await expect(sweepObjects({ ...models, objects }, -1000)).rejects.toThrow('locked');
    const left = await messaging.objects();
    expect(left).toContain(locked);
    for (const other of others) expect(left).not.toContain(other);
  });

  it('are deleted by the periodic sweep even if hundreds of older objects cannot be deleted', async () => {
    const { userId } = await messaging.aThread();
    const older = Array.from({ length: 250 }, (_, n) => ({
      _id: `locked-${n}`,
      user_id: userId,
      since_utc: new Date(n),
    }));
    await models.pending.insertMany(older);
    const orphan = await storeImage(models.pending, folderStoreOf(), userId, onePoint);
    const store = folderStoreOf();
    const tried: string[] = [];
    const deletes = (key: string) => {
      tried.push(key);
      return key.startsWith('locked-') ? Promise.reject(new Error('locked')) : store.delete(key);
    };
    await expect(sweepObjects({ ...models, objects: { ...store, delete: deletes } }, -1000)).rejects.toThrow('locked');
    expect(await messaging.objects()).not.toContain(orphan.key);
    expect(tried.filter((key) => key.startsWith('locked-'))).toEqual(older.map(({ _id }) => _id));
    expect(await models.pending.countDocuments({ user_id: userId })).toBe(older.length);
  });

  const folderStoreOf = () => folderStore(messaging.folder);
});
