import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DATABASE_PREFIX, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { ID_COUNTERS, ID_FLOOR, IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { areIndexesMarked } from '@keyhaven/persistence/index-marks';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { registerModels } from '@keyhaven/service/make-indexes';
import { migrateServices } from '@keyhaven/standalone/migrate/migrate-services';
import { modelSettings } from '@keyhaven/standalone/migrate/model-settings';
import { definitions } from '@keyhaven/standalone/services';
import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { bundleProgram } from '@keyhaven/testing/program';
import { runProcess } from '@keyhaven/testing/run-process';
import type { Connection } from 'mongoose';
import { backUp } from './back-up';
import { backupFaults, fileOfCollection, MIGRATIONS, readManifest, UNFINISHED_RESTORE } from './manifest';
import { restore } from './restore';

/** The names of the files and folders that this test flushed to the disk, in order. */
const mockFlushed: string[] = [];
jest.mock('@keyhaven/service/data-folder/flush', () => {
  const { flushFile, flushFolder } = jest.requireActual('@keyhaven/service/data-folder/flush');
  const noting = (flush: (name: string) => Promise<void>) => (name: string) => {
    mockFlushed.push(name);
    return flush(name);
  };
  return { flushFile: noting(flushFile), flushFolder: noting(flushFolder) };
});
beforeEach(() => void (mockFlushed.length = 0));

describe('the programs backup and restore', () => {
  let database: DatabaseProcess;
  let folder: string;
  const backups = () => path.join(folder, 'backups');
  const attachments = () => path.join(folder, 'attachments');
  beforeAll(async () => {
    database = await startDatabaseProcess();
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-programs-'));
    await migrateServices({ uri: database.uri, services: Object.values(definitions), report: () => {} });
    await withFees(async (fees) => {
      await fees.collection('taxes').insertOne({ user_id: 1, name: 'city tax' });
      await countersOf(fees).insertOne({ _id: 'tax', last: 7 });
    });
    await mkdir(attachments());
    await writeFile(path.join(attachments(), 'image.png'), 'an image');
    // The root of an ext4 volume contains this folder.
    await mkdir(path.join(attachments(), 'lost+found'));
  }, 120_000);
  afterAll(async () => {
    await database?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function withFees<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await connectDatabase({ uri: database.uri, database: `${DATABASE_PREFIX}fees` });
    return work(connection).finally(() => connection.close());
  }
  const countersOf = (fees: Connection) => fees.collection<{ _id: string; last: number }>(ID_COUNTERS);
  const areFeesIndexed = () =>
    withFees((connection) => {
      registerModels(definitions.fees, connection, modelSettings(definitions.fees));
      return areIndexesMarked(connection);
    });
  async function run(program: 'backup' | 'restore', ...args: string[]) {
    const environment = { MONGODB_URI: database.uri, ATTACHMENTS_FOLDER: attachments() };
    const file = await bundleProgram(`tools/backup/${program}-program.ts`);
    return runProcess(process.execPath, [file, ...args], { environment });
  }

  it('back up into a dated folder, and keep only as many backups as --keep allows', async () => {
    await mkdir(path.join(backups(), '2020-01-01T00-00-00Z'), { recursive: true });
    const { code, stdout, stderr } = await run('backup', backups(), '--dated', '--keep', '1');
    expect([code, stderr]).toEqual([0, '']);
    const names = await readdir(backups());
    expect(names).toHaveLength(1);
    expect(stdout).toContain(`Removed ${path.join(backups(), '2020-01-01T00-00-00Z')}`);
    const { databases } = await readManifest(path.join(backups(), names[0]!));
    expect(Object.keys(databases)).toEqual(dataServiceNames.map((name) => DATABASE_PREFIX + name));
    expect(databases.keyhaven_fees?.taxes?.documents).toBe(1);
  }, 120_000);

  it('make no backup of databases that are being restored, and leave no folder of the failed attempt', async () => {
    const names = await readdir(backups());
    const mark = { _id: UNFINISHED_RESTORE._id as never };
    await withFees((fees) => fees.collection(MIGRATIONS).insertOne(mark));
    try {
      const { code, stderr } = await run('backup', backups(), '--dated', '--keep', '1');
      expect([code, stderr]).toEqual([1, expect.stringContaining('keyhaven_fees is being restored')]);
    } finally {
      await withFees((fees) => fees.collection(MIGRATIONS).deleteOne(mark));
    }
    expect(await readdir(backups())).toEqual(names);
  });

  it('restore the data and the attachments, and build the indexes', async () => {
    const [name] = await readdir(backups());
    const backup = path.join(backups(), name!);
    expect(Object.keys((await readManifest(backup)).databases.keyhaven_fees!)).not.toContain('schema_indexes');
    await withFees((fees) => fees.dropDatabase());
    await rm(attachments(), { recursive: true });
    expect(await areFeesIndexed()).toBe(false);

    expect(await run('restore', backup)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--replace/) as string,
    });
    expect(await run('restore', backup, '--replace')).toMatchObject({ code: 0, stderr: '' });
    await withFees(async (fees) => {
      expect(await fees.collection('taxes').find().toArray()).toMatchObject([{ name: 'city tax' }]);
      const ids = new IdAllocator(fees);
      expect([await ids.next('tax'), await ids.next('kind that the backup lacks')]).toEqual([1_000_008, 1_000_001]);
    });
    expect(await areFeesIndexed()).toBe(true);
    expect(await readFile(path.join(attachments(), 'image.png'), 'utf8')).toBe('an image');
  }, 120_000);

  it('raise the lowest id of new kinds of records again when a platform is restored for the second time', async () => {
    const backup = path.join(backups(), 'of-restored-platform');
    await backUp({ uri: database.uri, folder: backup });
    await restore({ uri: database.uri, folder: backup, services: ['fees'], replaces: true });
    expect(await withFees((fees) => countersOf(fees).findOne({ _id: ID_FLOOR }))).toMatchObject({ last: 2_000_000 });
  }, 120_000);

  it('keep every attachment of a saved message, even if attachments change while the databases are read', async () => {
    const backup = path.join(backups(), 'of-changing-attachments');
    const messaging = await connectDatabase({ uri: database.uri, database: `${DATABASE_PREFIX}messaging` });
    await messaging.collection('messages').insertOne({ attachments: [{ key: 'image.png' }, { key: 'later.png' }] });
    await messaging.close();
    writeFileSync(path.join(attachments(), 'of-removed-message.png'), 'a removed image');
    const change = () => {
      for (const name of ['image.png', 'of-removed-message.png'])
        rmSync(path.join(attachments(), name), { force: true });
      writeFileSync(path.join(attachments(), 'later.png'), 'a later image');
      writeFileSync(path.join(attachments(), 'of-later-message.png'), 'an image of a message that the backup lacks');
    };
    const options = { uri: database.uri, folder: backup, attachmentsFolder: attachments() };
    const manifest = await backUp({ ...options, report: change });
    expect(Object.keys(manifest.attachments!).sort()).toEqual(['image.png', 'later.png']);
    expect((await readdir(path.join(backup, 'attachments'))).sort()).toEqual(['image.png', 'later.png']);
    expect(await backupFaults(backup, manifest)).toEqual([]);
  }, 120_000);

  it('flush every file and folder of a backup to the disk, the manifest last', async () => {
    const backup = path.join(backups(), 'flushed');
    const manifest = await backUp({ uri: database.uri, folder: backup, attachmentsFolder: attachments() });
    const databases = Object.keys(manifest.databases);
    const files = Object.entries(manifest.databases).flatMap(([name, collections]) =>
      Object.keys(collections).map((collection) => fileOfCollection(backup, name, collection)),
    );
    const images = ['attachments/later.png', 'attachments/of-later-message.png'];
    const written = [...files, ...[...images, ...databases, 'attachments'].map((name) => path.join(backup, name))];
    expect(mockFlushed[0]).toBe(backups());
    expect(mockFlushed.slice(1, -2).sort()).toEqual(written.sort());
    expect(mockFlushed.slice(-2)).toEqual([path.join(backup, 'manifest.json.part'), backup]);
  }, 120_000);

  it('flush the restored attachments and their new folder to the disk', async () => {
    await rm(attachments(), { recursive: true });
    await restore({
      uri: database.uri,
      folder: path.join(backups(), 'flushed'),
      attachmentsFolder: attachments(),
      services: ['messaging'],
      replaces: true,
    });
    const images = ['later.png', 'of-later-message.png'].map((name) => path.join(attachments(), name));
    expect(mockFlushed[0]).toBe(folder);
    expect(mockFlushed.slice(1, -1).sort()).toEqual(images);
    expect(mockFlushed.at(-1)).toBe(attachments());
  }, 120_000);

  it('remove attachments that no restored message uses, but only with --replace', async () => {
    await writeFile(path.join(attachments(), 'image.png'), 'an image of a restored message, which the backup lacks');
    const name = `${'n'.repeat(32)}.png`;
    const newer = path.join(attachments(), name);
    await writeFile(path.join(attachments(), 'notes.txt'), 'a file that is not an attachment');
    await writeFile(newer, 'an image of a message that is newer than the backup');
    const messaging = await connectDatabase({ uri: database.uri, database: `${DATABASE_PREFIX}messaging` });
    await messaging.dropDatabase();
    await messaging.close();
    const args = [path.join(backups(), 'flushed'), '--only', 'messaging'];
    expect(await run('restore', ...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`(1, such as ${name}). With --replace`) as string,
    });
    expect(existsSync(newer)).toBe(true);
    expect(await run('restore', ...args, '--replace')).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(attachments())).sort()).toEqual([
      'image.png',
      'later.png',
      'notes.txt',
      'of-later-message.png',
    ]);
  }, 120_000);

  it('name the data and the attachments that --replace would remove in one error', async () => {
    const name = `${'n'.repeat(32)}.png`;
    await writeFile(path.join(attachments(), name), 'an image of a message that is newer than the backup');
    const { code, stderr } = await run('restore', path.join(backups(), 'flushed'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/these collections have data: .*keyhaven_fees\.taxes.*With --replace/);
    expect(stderr).toContain(`(1, such as ${name}). With --replace`);
    await rm(path.join(attachments(), name));
  }, 120_000);

  it('find the unused attachments although the backup has no collection of messages', async () => {
    const backup = path.join(backups(), 'without-messages');
    await cp(path.join(backups(), 'flushed'), backup, { recursive: true });
    const manifest = await readManifest(backup);
    delete manifest.databases.keyhaven_messaging!.messages;
    await writeFile(path.join(backup, 'manifest.json'), JSON.stringify(manifest));
    await rm(fileOfCollection(backup, `${DATABASE_PREFIX}messaging`, 'messages'));
    const name = `${'n'.repeat(32)}.png`;
    await writeFile(path.join(attachments(), name), 'an image of a message that is newer than the backup');
    const args = [backup, '--only', 'messaging'];
    expect(await run('restore', ...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`(1, such as ${name}). With --replace`) as string,
    });
    expect(await run('restore', ...args, '--replace')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(path.join(attachments(), name))).toBe(false);
  }, 120_000);

  it('restore a service although the backup of another service is damaged', async () => {
    const backup = path.join(backups(), 'flushed');
    await writeFile(fileOfCollection(backup, `${DATABASE_PREFIX}fees`, 'taxes'), 'x');
    await rm(path.join(backup, 'attachments/later.png'));
    expect(await run('restore', backup, '--only', 'pricing', '--replace')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('restore', backup, '--only', 'fees', '--replace')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('taxes.bson.gz is not as it was backed up') as string,
    });
  }, 120_000);

  it.each([
    ['backup', []],
    ['backup', ['folder', '--keep', '3']],
    ['backup', ['folder', '--dated', '--keep', 'all']],
    ['restore', ['one', 'two']],
    ['restore', ['folder', '--only', 'bookings']],
  ] as const)('refuse wrong arguments: %s %j', async (program, args) => {
    const { code, stderr } = await run(program, ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^(usage: (backup|restore) FOLDER|--only: bookings is not one of)/);
  });
});
