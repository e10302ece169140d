import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleForTest } from './bundle-for-test';
import { connectTo, refusal } from './server/test-server';

const MEGABYTE = 1024 * 1024;
/** The test mounts its own small disk, which works only as root on Linux. */
const disk = mkdtempSync(path.join(tmpdir(), 'embedded-mongo-disk-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', disk]).status === 0;
if (!isMounted) process.stderr.write('SKIPPED: the embedded database on a full disk, because no disk can be mounted\n');

(isMounted ? describe : describe.skip)('the embedded database on a full disk', () => {
  let bundle: Awaited<ReturnType<typeof bundleForTest>>;
  let child: ChildProcess;
  const ballast = path.join(disk, 'ballast');

  beforeAll(async () => (bundle = await bundleForTest('main')));
  afterEach(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(path.join(disk, 'database'), { recursive: true });
    rmSync(ballast, { force: true });
  });
  afterAll(async () => {
    await bundle.remove();
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  async function connect() {
    child = spawn(process.execPath, [path.join(bundle.folder, 'main.js')], {
      env: { ...process.env, KEYHAVEN_DATA: disk },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    return connectTo(/mongodb:\/\/\S+/.exec(line.toString())?.[0] as string);
  }

  /** Fills the disk until only `left` bytes are free. */
  function fillDisk(left: number): void {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(ballast, Buffer.alloc(Math.max(bavail * bsize - left, 0)));
  }

  it('refuses only writes, with the error OutOfDiskSpace, until there is space again', async () => {
    const client = await connect();
    const stays = client.db('test').collection<{ _id: number; n: number }>('stays');
    await stays.insertOne({ _id: 1, n: 1 });
    fillDisk(0);
    const writes = [
      () => stays.insertOne({ _id: 2, n: 2 }),
      () => stays.updateOne({ _id: 1 }, { $set: { n: 3 } }),
      () => stays.findOneAndUpdate({ _id: 1 }, { $set: { n: 3 } }),
      () => stays.deleteOne({ _id: 1 }),
      () => stays.createIndex({ n: 1 }),
    ];
    for (const write of writes)
      expect(await refusal(write())).toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
    expect(await stays.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
    rmSync(ballast);
    await stays.insertOne({ _id: 2, n: 2 });
    expect(await stays.countDocuments()).toBe(2);
    await client.close();
  });

  it('rolls back a write during which the disk becomes full, and releases the space that the write used', async () => {
    const client = await connect();
    const stays = client.db('test').collection<{ _id: number; n: number; pad?: string }>('stays');
    await stays.insertMany(Array.from({ length: 200 }, (_, n) => ({ _id: n, n })));
    await stays.createIndex({ n: 1 });
    for (let attempt = 0; attempt < 3; attempt++) {
      const grow = stays.updateMany({}, [{ $set: { n: -1, pad: 'x'.repeat(MEGABYTE) } }]);
      expect(await refusal(grow)).toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
      expect(await stays.countDocuments({ n: { $gte: 0 }, pad: { $exists: false } })).toBe(200);
    }
    await stays.updateOne({ _id: 7 }, { $set: { pad: 'x'.repeat(MEGABYTE) } });
    expect(await client.db('test').command({ validate: 'stays' })).toMatchObject({ valid: true, nrecords: 200 });
    await client.close();
  });

  it('starts again after it was killed, and answers queries', async () => {
    const first = await connect();
    await first.db('test').collection<{ _id: number }>('stays').insertOne({ _id: 1 });
    await first.close();
    child.kill('SIGKILL');
    await once(child, 'exit');
    fillDisk(0);
    const second = await connect();
    expect(await second.db('test').collection('stays').find().toArray()).toEqual([{ _id: 1 }]);
    await second.close();
  });
});
