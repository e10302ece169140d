import { setTimeout as sleep } from 'node:timers/promises';
import { type ChangeEvent, RESYNC_END } from '@keyhaven/events/change-event';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { ResyncRuns } from './resync-run';
import { type ResyncReport, ResyncWorker } from './resync-worker';

const uri = testDatabaseUri();
const prefix = freshDatabasePrefix();
const databases: string[] = [];
const closing: (() => Promise<void>)[] = [];
let bus: RecordingBus;
let reports: ResyncReport[];
beforeEach(() => {
  bus = new RecordingBus();
  reports = [];
  databases.push(`${prefix}resync${databases.length}`);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  for (const database of databases) await dropDatabase(uri, database);
});

async function open(generation = 0, perSecond = 1e6): Promise<{ notes: Notes; worker: ResyncWorker }> {
  const notes = await openNotes(uri, databases.at(-1)!, bus, { generation });
  const { connection, relay } = notes;
  const report = (one: ResyncReport) => void reports.push(one);
  const worker = new ResyncWorker({ connection, bus, relay, report, perSecond, wakeEveryMs: 20 });
  worker.start();
  closing.push(async () => {
    await worker.stop(1000);
    await notes.stop();
  });
  return { notes, worker };
}

const notesOfAll = { entityTypes: ['note'], userId: null };
const ended = (worker: ResyncWorker) => until(async () => (await worker.latest())?.state === 'done');
const republished = () => bus.events.filter(({ is_resync }) => is_resync);
const recordsOf = (events: ChangeEvent[]) => events.filter(({ action }) => action !== RESYNC_END);

describe('a resync worker', () => {
  it('waits while the bus is down, and continues when the bus is back', async () => {
    const { notes, worker } = await open();
    const id = await notes.add();
    await until(() => bus.events.length > 0);
    bus.isDown = true;
    await worker.begin(notesOfAll);
    await until(async () => (await worker.latest())?.failure?.includes('the broker is away'));
    // The worker stores the failure before it reports it.
    expect(await until(() => reports.at(-1))).toMatchObject({ kind: 'resync_waits' });
    expect((await worker.latest())?.state).toBe('running');
    bus.isDown = false;
    await ended(worker);
    expect((await worker.latest())?.failure).toBeNull();
    expect(recordsOf(republished()).map(({ entity_id }) => entity_id)).toEqual([id]);
  });

  it('sets the field `generation` in new and in republished events', async () => {
    const { notes, worker } = await open(3);
    await notes.add();
    await worker.begin(notesOfAll);
    await ended(worker);
    await until(() => bus.events.length >= 3);
    expect(bus.events.map(({ generation }) => generation)).toEqual([3, 3, 3]);
  });

  it('republishes all records again if the service is restored from a backup during a resync', async () => {
    const before = await open(0, 2);
    for (let index = 0; index < 5; index++) await before.notes.add();
    const { epoch } = await before.worker.begin(notesOfAll);
    await until(async () => ((await before.worker.latest())?.published.note ?? 0) > 0);
    await closing.pop()!();
    const { worker } = await open(1);
    await ended(worker);
    expect(await worker.latest()).toMatchObject({ generation: 1, published: { note: 5 } });
    expect((await worker.latest())!.epoch.getTime()).toBeGreaterThan(epoch.getTime());
    expect(recordsOf(republished()).filter(({ generation }) => generation === 1)).toHaveLength(5);
    expect(republished().filter(({ action }) => action === RESYNC_END)).toMatchObject([{ generation: 1 }]);
  });

  it('starts only one resync for repeated requests with the same Idempotency-Key, even if a later resync has started', async () => {
    const { notes, worker } = await open();
    await notes.add();
    const begin = (key: string, requestHash = 'hash') =>
      worker.begin({ ...notesOfAll, idempotency: { key, sentKey: key, requestHash } });
    const first = await begin('k1');
    await ended(worker);
    await begin('k2');
    await ended(worker);
    const { epoch } = (await worker.latest())!;
    expect((await begin('k1')).epoch).toEqual(first.epoch);
    expect((await worker.latest())!.epoch).toEqual(epoch);
    await expect(begin('k1', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('starts no resync for a repeated request whose first attempt joined a running resync', async () => {
    const { notes, worker } = await open(0, 1);
    for (let index = 0; index < 3; index++) await notes.add();
    const idempotency = { key: 'k1', sentKey: 'k1', requestHash: 'hash' };
    const running = await worker.begin(notesOfAll);
    expect((await worker.begin({ ...notesOfAll, idempotency })).epoch).toEqual(running.epoch);
    await notes.connection.collection('resyncs').updateOne({}, { $set: { state: 'done' } });
    expect((await worker.begin({ ...notesOfAll, idempotency })).epoch).toEqual(running.epoch);
    expect((await worker.latest())!.state).toBe('done');
  });

  it('publishes each record once even if two processes begin the resync', async () => {
    const [one, two] = [await open(), await open()];
    for (let index = 0; index < 5; index++) await one.notes.add();
    const begun = await Promise.all([one.worker.begin(notesOfAll), two.worker.begin(notesOfAll)]);
    await ended(one.worker);
    expect(begun[0].epoch).toEqual(begun[1].epoch);
    expect(recordsOf(republished())).toHaveLength(5);
  });

  it('stops at most one second after its time limit if the database does not answer', async () => {
    const { worker } = await open();
    jest.spyOn(ResyncRuns.prototype, 'release').mockReturnValueOnce(new Promise(() => {}));
    const stopped = worker.stop(100).then(() => 'stopped');
    expect(await Promise.race([stopped, sleep(5000, 'still waiting')])).toBe('stopped');
  });

  it('stops without an error if the database is unavailable', async () => {
    const { worker } = await open();
    jest.spyOn(ResyncRuns.prototype, 'release').mockRejectedValueOnce(new Error('the database is away'));
    await expect(worker.stop(100)).resolves.toBeUndefined();
  });
});
