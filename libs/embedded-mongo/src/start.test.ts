import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleForTest } from './bundle-for-test';
import { releaseMemory } from './release-memory';
import { connectTo } from './server/test-server';
import { startEmbeddedMongo } from './start';

describe('the embedded database in a worker thread', () => {
  let bundle: Awaited<ReturnType<typeof bundleForTest>>;
  let workerFile: string;
  let folder: string;
  beforeAll(async () => {
    bundle = await bundleForTest('worker');
    workerFile = path.join(bundle.folder, 'worker.js');
  });
  afterAll(() => bundle.remove());
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('accepts clients at its URI, and still has its data after a restart', async () => {
    for (const expected of [0, 1, 2]) {
      const database = await startEmbeddedMongo({ folder, workerFile });
      const client = await connectTo(database.uri);
      const collection = client.db('test').collection('c');
      expect(await collection.find().toArray()).toHaveLength(expected);
      await collection.insertOne({});
      await client.close();
      await database.close();
    }
  });

  it('continues after both threads have released their memory', async () => {
    const database = await startEmbeddedMongo({ folder, workerFile });
    const client = await connectTo(database.uri);
    const collection = client.db('test').collection('c');
    await collection.insertMany(Array.from({ length: 1000 }, (_, number) => ({ number, text: 'x'.repeat(1000) })));
    for (const expected of [1001, 1002]) {
      database.releaseMemory();
      releaseMemory();
      await collection.insertOne({});
      expect(await collection.countDocuments()).toBe(expected);
    }
    await client.close();
    await database.close();
  });

  it('refuses a folder that another worker thread of the same process uses', async () => {
    const database = await startEmbeddedMongo({ folder, workerFile });
    await expect(startEmbeddedMongo({ folder, workerFile })).rejects.toThrow(folder);
    await database.close();
  });

  it('calls the onExit handler if the worker ends unexpectedly', async () => {
    const crashing = path.join(bundle.folder, 'crashing.js');
    await writeFile(
      crashing,
      "const { parentPort } = require('node:worker_threads'); parentPort.postMessage({ listening: 'mongodb://x' }); parentPort.once('message', () => {}); setImmediate(() => { throw new Error('gone'); });",
    );
    const database = await startEmbeddedMongo({ folder, workerFile: crashing });
    const error = await new Promise<Error>((resolve) => database.onExit(resolve));
    expect(error.message).toBe('gone');
  });
});
