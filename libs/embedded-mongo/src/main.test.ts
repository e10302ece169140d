import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleForTest } from './bundle-for-test';
import { connectTo } from './server/test-server';

interface Running {
  process: ChildProcess;
  uri: string;
  ended: Promise<{ code: number | null; errors: string }>;
}

describe('the embedded database in a separate process', () => {
  let bundle: Awaited<ReturnType<typeof bundleForTest>>;
  let folder: string;
  beforeAll(async () => (bundle = await bundleForTest('main')));
  afterAll(() => bundle.remove());
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-'))));
  afterEach(() => rm(folder, { recursive: true }));

  function launch(settings: Record<string, string> = {}): { child: ChildProcess; ended: Running['ended'] } {
    const child = spawn(process.execPath, [path.join(bundle.folder, 'main.js')], {
      env: { ...process.env, KEYHAVEN_DATA: folder, ...settings },
    });
    let errors = '';
    child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
    return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, errors })) };
  }

  /** Starts the database, and waits until it prints its address. */
  async function start(settings?: Record<string, string>): Promise<Running> {
    const { child, ended } = launch(settings);
    const line = await Promise.race([
      once(child.stdout as NodeJS.ReadableStream, 'data').then(([text]) => String(text)),
      ended.then(({ errors }) => errors),
    ]);
    const uri = /mongodb:\/\/\S+/.exec(line)?.[0];
    if (!uri) throw new Error(`it did not start: ${line}`);
    return { process: child, uri, ended };
  }

  it('shuts down cleanly on SIGTERM', async () => {
    const running = await start();
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, errors: '' });
  });

  it('listens on a network address if KEYHAVEN_DATABASE_LISTEN is set', async () => {
    const running = await start({ KEYHAVEN_DATABASE_LISTEN: '127.0.0.1:0' });
    expect(running.uri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+$/);
    const client = await connectTo(running.uri);
    expect(await client.db('test').command({ ping: 1 })).toMatchObject({ ok: 1 });
    await client.close();
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, errors: expect.stringContaining('no credentials') });
  });

  it.each(['27017', 'database:27017', '0.0.0.0:70000', '0.0.0.0'])(
    'refuses KEYHAVEN_DATABASE_LISTEN=%s',
    async (address) => {
      const { code, errors } = await launch({ KEYHAVEN_DATABASE_LISTEN: address }).ended;
      expect([code, errors]).toEqual([1, expect.stringContaining(`"${address}" is not an address to listen on`)]);
    },
  );

  it('refuses a folder that another process uses, and accepts the folder after the other process was killed', async () => {
    const first = await start();
    const { code, errors } = await launch().ended;
    expect([code, errors]).toEqual([1, expect.stringContaining(folder)]);
    first.process.kill('SIGKILL');
    await first.ended;
    const second = await start();
    second.process.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });
  });

  it('keeps every acknowledged write, and index entries that match the documents, after a SIGKILL', async () => {
    /**
     * The possible values of each document: the last acknowledged one, and those of later writes
     * that were not acknowledged.
     */
    const known = new Map<number, Set<number | 'gone'>>();
    let next = 0;
    for (let round = 0; round < 4; round++) {
      const running = await start();
      const client = await connectTo(running.uri, { maxPoolSize: 8, socketTimeoutMS: 10_000 });
      const collection = client.db('test').collection<{ _id: number; v: number; nights: string[] }>('stays');
      await collection.createIndex({ nights: 1 }, { unique: true });
      await collection.createIndex({ v: 1 });
      const found = new Map((await collection.find().toArray()).map((document) => [document._id, document.v]));
      for (const [id, values] of known) expect([...values]).toContain(found.get(id) ?? 'gone');
      for (const id of found.keys()) expect(known.has(id)).toBe(true);
      expect(await client.db('test').command({ validate: 'stays' })).toMatchObject({
        valid: true,
        nrecords: found.size,
      });
      for (const id of known.keys()) known.set(id, new Set([found.get(id) ?? 'gone']));

      let acknowledged = 0;
      const kill = () => ++acknowledged === 150 && running.process.kill('SIGKILL');
      await Promise.allSettled(
        Array.from({ length: 8 }, async () => {
          for (;;) {
            const id = next++;
            known.set(id, new Set(['gone', 0]));
            await collection.insertOne({ _id: id, v: 0, nights: [`${id}a`, `${id}b`] });
            known.set(id, new Set([0]));
            kill();
            if (id % 3 === 0) continue;
            known.set(id, new Set<number | 'gone'>([0, id % 3 === 1 ? 1 : 'gone']));
            if (id % 3 === 1) await collection.updateOne({ _id: id }, { $set: { v: 1 } });
            else await collection.deleteOne({ _id: id });
            known.set(id, new Set<number | 'gone'>([id % 3 === 1 ? 1 : 'gone']));
            kill();
          }
        }),
      );
      await running.ended;
      await client.close();
    }
    expect(known.size).toBeGreaterThan(200);
  });
});
