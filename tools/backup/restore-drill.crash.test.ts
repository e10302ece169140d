import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { startEmbeddedMongo } from '@keyhaven/embedded-mongo/start';
import { type PlatformForClients, startPlatformForClients } from '@keyhaven/standalone/testing/platform-for-clients';
import { until } from '@keyhaven/testing/until';
import { mongo } from 'mongoose';
import { backUp } from './back-up';
import type { Manifest } from './manifest';
import { restore } from './restore';
import { copyFaults } from './testing/compare-copies';
import { type AcknowledgedBooking, type Traffic, writeTraffic } from './testing/write-traffic';

/** The state before the restore, with which the tests compare the restored platform. */
interface Drill {
  manifest: Manifest;
  /** The bookings that were acknowledged before the backup began. */
  before: Map<number, AcknowledgedBooking>;
  /** The ids of the bookings that were created after the backup had ended. */
  lost: number[];
  /** The cursor for the end of the event log before the restore. */
  cursor: string;
}

describe('a platform restored from a backup that was taken while clients were writing', () => {
  let folder: string;
  let backup: string;
  let attachmentsFolder: string;
  let platform: PlatformForClients;
  let drill: Drill;
  const uri = () => `mongodb://${encodeURIComponent(path.join(folder, 'database/database.sock'))}`;
  const withClient = async <Result>(work: (client: mongo.MongoClient) => Promise<Result>) => {
    const client = await new mongo.MongoClient(uri()).connect();
    return work(client).finally(() => client.close());
  };
  const stays = (client: mongo.MongoClient) => client.db('keyhaven_booking').collection<any>('stays');

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-restore-'));
    backup = path.join(folder, 'backups/first');
    attachmentsFolder = path.join(folder, 'attachments');
    platform = await startPlatformForClients(folder);
    const { call, receiver } = platform;
    const hook = { type: 'booking', webhook_url: receiver };
    expect((await call('/v2/webhooksubscriptions', { method: 'POST', body: hook })).status).toBe(200);
    await mkdir(attachmentsFolder, { recursive: true });
    await writeFile(path.join(attachmentsFolder, 'some-image.png'), 'an image');
    drill = await destroyAndRestore(writeTraffic(platform, 4));
  }, 300_000);
  afterAll(async () => {
    await platform?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  async function destroyAndRestore(traffic: Traffic): Promise<Drill> {
    await until(() => traffic.acknowledged.size >= 40, 120_000);
    const before = new Map(traffic.acknowledged);
    const manifest = await backUp({ uri: uri(), folder: backup, attachmentsFolder });
    const known = new Set(traffic.acknowledged.keys());
    const newer = () => [...traffic.acknowledged.keys()].filter((id) => !known.has(id));
    await until(() => newer().length >= 20, 120_000);
    await traffic.stop();
    const { next_cursor: cursor } = (await platform.call('/v2/events?after=latest')).body;
    await platform.restart(async (workerFile) => {
      await rm(path.join(folder, 'database'), { recursive: true });
      await rm(attachmentsFolder, { recursive: true });
      const database = await startEmbeddedMongo({ folder: path.join(folder, 'database'), workerFile });
      await restore({ uri: uri(), folder: backup, attachmentsFolder });
      await database.close();
    }, 1);
    return { manifest, before, lost: newer(), cursor };
  }

  const faultsOfCopies = () => withClient((client) => copyFaults(client, 1));
  async function expectEqualCopies(): Promise<void> {
    let faults: string[] = [];
    await until(async () => (faults = await faultsOfCopies()).length === 0, 60_000).catch(() =>
      expect(faults).toEqual([]),
    );
  }
  async function resyncAll(): Promise<void> {
    for (const service of dataServiceNames) {
      const { status } = await platform.operateService(service, '/resync', { method: 'POST', body: {} });
      expect([service, status]).toEqual([service, 200]);
    }
    for (const service of dataServiceNames) {
      const state = async () => (await platform.operateService(service, '/resync')).body.state;
      await until(async () => (await state()) === 'done', 60_000);
    }
  }

  it('cannot be restored again over its existing data, or from a backup with a changed file', async () => {
    await expect(restore({ uri: uri(), folder: backup, attachmentsFolder })).rejects.toThrow(/have data.*--replace/);
    const file = path.join(backup, 'keyhaven_fees/taxes.bson.gz');
    const content = await readFile(file);
    await writeFile(file, Buffer.concat([content, Buffer.from('x')]));
    await expect(restore({ uri: uri(), folder: backup, attachmentsFolder, replaces: true })).rejects.toThrow(
      `${file} is not as it was backed up`,
    );
    await writeFile(file, content);
  });

  it('contains the attachments, and each booking from before the backup exactly once', async () => {
    const stored = await withClient((client) => stays(client).find().toArray());
    expect(stored).toHaveLength(drill.manifest.databases.keyhaven_booking!.stays!.documents);
    const bookings = new Map(stored.filter(({ booking }) => booking).map((stay) => [stay.booking.id as number, stay]));
    for (const [id, { updated_utc }] of drill.before) {
      expect(bookings.get(id)?.booking.updated_utc.getTime()).toBeGreaterThanOrEqual(Date.parse(updated_utc));
    }
    const keys = stored.flatMap(({ night_keys }) => (night_keys as string[] | undefined) ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(await readFile(path.join(attachmentsFolder, 'some-image.png'), 'utf8')).toBe('an image');
  });

  it('answers 404 for bookings that were created after the backup', async () => {
    expect(drill.lost.length).toBeGreaterThanOrEqual(20);
    for (const id of drill.lost) expect((await platform.call(`/v2/bookings/${id}`)).status).toBe(404);
  });

  it('has copies that equal the original records after a resync of all services', async () => {
    await resyncAll();
    await expectEqualCopies();
  }, 150_000);

  it('refuses to book nights that were booked before the backup, and gives new bookings unused ids', async () => {
    const { call, ids } = platform;
    const booked = await withClient((client) =>
      stays(client).find({ 'booking.status': 'active', 'booking.type': 'booking' }).toArray(),
    );
    expect(booked.length).toBeGreaterThan(3);
    for (const { booking, property_id } of booked) {
      const { arrival, departure } = booking;
      const body = { property_id: property_id ?? booking.property_id, adults: 1, arrival, departure };
      expect((await call('/v2/bookings', { method: 'POST', body })).body.status).toBe('nights_taken');
    }
    const body = { property_id: ids.property, adults: 1, arrival: '2031-05-01', departure: '2031-05-04' };
    const made = await call('/v2/bookings', { method: 'POST', body });
    expect(made.status).toBe(200);
    expect(made.body.id).toBeGreaterThan(Math.max(...drill.lost, ...drill.before.keys()));
    const { items } = (await call(`/v2/calendar?property_ids=${ids.property}&from=2031-05-01&to=2031-05-01`)).body;
    expect(items).toHaveLength(1);
  });

  it('delivers new events, and answers old cursors of the event log with 410', async () => {
    const { call, ids, deliveries } = platform;
    expect((await call(`/v2/events?after=${drill.cursor}`)).status).toBe(410);
    const { next_cursor } = (await call('/v2/events?after=latest')).body;
    const body = { property_id: ids.property, adults: 1, arrival: '2031-06-01', departure: '2031-06-04' };
    const { id } = (await call('/v2/bookings', { method: 'POST', body })).body;
    const logged = async () => (await call(`/v2/events?types=booking&after=${next_cursor}`)).body.items as any[];
    await until(async () => (await logged()).some((event) => event.entity_id === id), 60_000);
    await until(() => deliveries.some((event) => event.entity?.id === id), 60_000);
  }, 150_000);

  it('has copies that equal the original records after a restore of pricing alone and a resync of all services', async () => {
    const { call, ids } = platform;
    const book = async (arrival: string, departure: string) => {
      const body = { property_id: ids.property, adults: 1, arrival, departure };
      return (await call('/v2/bookings', { method: 'POST', body })).body.id as number;
    };
    const canceled = await book('2031-07-01', '2031-07-04');
    await expectEqualCopies();
    const folderOfBackup = path.join(folder, 'backups/second');
    await backUp({ uri: uri(), folder: folderOfBackup, attachmentsFolder });
    await book('2031-08-01', '2031-08-04');
    const cancel = { method: 'PATCH', body: { status: 'canceled' } };
    expect((await call(`/v2/bookings/${canceled}`, cancel)).status).toBe(200);
    // All events are consumed before the restore, so the restored service does not receive them again.
    await expectEqualCopies();
    // After a restore, operators increase the setting GENERATION of the restored services only. In one process, all
    // services share this setting. So do not increase it here. Pricing works without the increase, because no service
    // copies its records.
    await platform.restart(async (workerFile) => {
      const database = await startEmbeddedMongo({ folder: path.join(folder, 'database'), workerFile });
      await restore({ uri: uri(), folder: folderOfBackup, services: ['pricing'], replaces: true });
      await database.close();
    }, 1);
    expect(await faultsOfCopies()).toEqual([expect.stringContaining('pricing.occupancies')]);
    await resyncAll();
    await expectEqualCopies();
  }, 150_000);
});
