import { mongo } from 'mongoose';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { MAX_ENTRIES } from '../outbox-entry';
import { spillModel } from './spill';

const uri = testDatabaseUri();
const prefix = freshDatabasePrefix();
const databases: string[] = [];
const opened: Notes[] = [];
let bus: RecordingBus;
let database: string;
beforeEach(() => {
  bus = new RecordingBus();
  database = `${prefix}relay${databases.length}`;
  databases.push(database);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((notes) => notes.stop()));
});
afterAll(async () => {
  for (const name of databases) await dropDatabase(uri, name);
});

async function open(start = true): Promise<Notes> {
  const notes = await openNotes(uri, database, bus);
  opened.push(notes);
  if (start) notes.relay.start();
  return notes;
}

const isEmpty = async (notes: Notes, id: number) => {
  const { outbox, outbox_due_utc, outbox_owner, outbox_bytes, outbox_spilled } = await notes.stored(id);
  return [outbox, outbox_due_utc, outbox_owner, outbox_bytes, outbox_spilled].every((field) => field === undefined);
};

/** Lets all leases expire, as if their process had died long ago. */
const expireLeases = (notes: Notes) =>
  notes.model.updateMany(
    { outbox_due_utc: { $exists: true } },
    { $set: { outbox_due_utc: new Date(Date.now() - 1000) } },
  );

describe('the relay', () => {
  it('publishes the event of a write, and empties the outbox', async () => {
    const notes = await open();
    const id = await notes.add();
    await notes.write(id, 'second');
    await until(() => bus.events.length >= 2);
    await until(() => isEmpty(notes, id));
    expect(bus.versionsOf(id)).toEqual([1, 2]);
  });

  it('publishes the events of a dead process as soon as the leases of the process have expired', async () => {
    bus.isDown = true;
    const dead = await open();
    const ids = [await dead.add(), await dead.add()];
    await dead.stop();
    opened.length = 0;
    bus.isDown = false;
    const survivor = await open();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(bus.events).toEqual([]);
    await expireLeases(survivor);
    await until(() => ids.every((id) => bus.versionsOf(id).length === 1));
    for (const id of ids) await until(() => isEmpty(survivor, id));
  });

  it('keeps the order of the events of a document that several processes write', async () => {
    const processes = [await open(), await open(), await open()];
    const id = await processes[0]!.add();
    await Promise.all(Array.from({ length: 30 }, (_, index) => processes[index % 3]!.write(id, `text ${index}`)));
    await until(() => bus.versionsOf(id).length === 31);
    expect(bus.versionsOf(id)).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
    await until(() => isEmpty(processes[0]!, id));
  });

  it('probes a bus that is down, and publishes everything when the bus is back', async () => {
    const notes = await open();
    bus.isDown = true;
    const ids: number[] = [];
    for (let i = 0; i < 40; i++) ids.push(await notes.add({ text: `n${i}` }));
    await until(() => notes.reports.some(({ kind }) => kind === 'bus_failed'));
    const attempts = bus.attempts;
    await until(() => bus.attempts > attempts + 1);
    expect(bus.events).toEqual([]);
    bus.isDown = false;
    await until(() => ids.every((id) => bus.versionsOf(id).length === 1));
    for (const id of ids) await until(() => isEmpty(notes, id));
  });

  it('publishes the events of other documents while the bus refuses the events of one document', async () => {
    const notes = await open();
    const refused = await notes.add({ text: 'refused' });
    await until(() => isEmpty(notes, refused));
    bus.beforeEach = (event) => {
      if (event.entity_id === refused) throw new Error('too large for a topic');
    };
    await notes.write(refused, 'still refused');
    await until(() => notes.reports.some(({ kind }) => kind === 'bus_failed'));
    const others: number[] = [];
    for (let i = 0; i < 20; i++) others.push(await notes.add());
    await until(() => others.every((id) => bus.versionsOf(id).length === 1));
    // When the relay knows which document is refused, it publishes the other documents without delay.
    await until(() => notes.reports.some(({ kind }) => kind === 'events_refused'), 30_000);
    const later = await notes.add();
    await until(() => bus.versionsOf(later).length === 1, 3000);
    bus.beforeEach = () => {};
    await until(() => isEmpty(notes, refused), 30_000);
    expect(bus.versionsOf(refused)).toEqual([1, 2]);
  });

  it('keeps a refused event if the bus fails in the middle of a batch, and publishes it later', async () => {
    const notes = await open();
    const id = await notes.add();
    await until(() => isEmpty(notes, id));
    bus.beforeEach = (event) => {
      if (event.version === 3) throw new Error('cut');
    };
    await notes.write(id, 'two');
    await notes.write(id, 'three');
    await until(() => notes.reports.some(({ kind }) => kind === 'bus_failed' || kind === 'events_refused'));
    expect((await notes.stored(id)).outbox!.map((entry) => entry.kind === 'event' && entry.event.version)).toContain(3);
    bus.beforeEach = () => {};
    await until(() => isEmpty(notes, id));
    expect(bus.versionsOf(id)).toEqual([1, 2, 3]);
  });

  it('moves the entries of a full outbox to the spill collection while the bus is down, and publishes them in order later', async () => {
    const notes = await open();
    bus.isDown = true;
    const id = await notes.add();
    const writes = MAX_ENTRIES * 2 + 9;
    for (let i = 0; i < writes; i++) await notes.write(id, `text ${i}`);
    const stored = await notes.stored(id);
    expect(stored.outbox!.length).toBeLessThanOrEqual(MAX_ENTRIES);
    expect(stored.outbox_spilled).toEqual(expect.any(Number));
    expect(await spillModel(notes.connection).countDocuments()).toBeGreaterThan(MAX_ENTRIES);
    bus.isDown = false;
    await until(() => isEmpty(notes, id));
    expect(bus.versionsOf(id)).toEqual(Array.from({ length: writes + 1 }, (_, index) => index + 1));
    expect(await spillModel(notes.connection).countDocuments()).toBe(0);
  });

  it('publishes all entries in order if two processes move the same entries to the spill collection', async () => {
    const notes = await open();
    bus.isDown = true;
    const id = await notes.add();
    for (let i = 0; i < MAX_ENTRIES - 1; i++) await notes.write(id, `text ${i}`);
    const spills = spillModel(notes.connection);
    const store = spills.bulkWrite.bind(spills);
    const losing = jest.spyOn(spills, 'bulkWrite').mockImplementationOnce(async (writes) => {
      await store(writes);
      // MongoDB answers the later of two concurrent inserts with this error.
      const writeErrors = writes.map((_, index) => ({ index, code: 11000 }));
      throw new mongo.MongoBulkWriteError(
        { message: 'E11000 duplicate key error', code: 11000, writeErrors } as never,
        {} as never,
      );
    });
    await notes.write(id, 'one more');
    expect(losing).toHaveBeenCalledTimes(1);
    bus.isDown = false;
    await until(() => isEmpty(notes, id));
    expect(bus.versionsOf(id)).toEqual(Array.from({ length: MAX_ENTRIES + 1 }, (_, index) => index + 1));
    expect(await spills.countDocuments()).toBe(0);
  });

  it('moves the entries of a large outbox to the spill collection before the document reaches its size limit', async () => {
    const notes = await open();
    bus.isDown = true;
    const id = await notes.add();
    for (let i = 0; i < 8; i++) await notes.write(id, `${i}`.repeat(600_000));
    expect(await spillModel(notes.connection).countDocuments()).toBeGreaterThan(0);
    bus.isDown = false;
    await until(() => isEmpty(notes, id));
    expect(bus.versionsOf(id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('the jobs in an outbox', () => {
  const addJob = (notes: Notes, id: number, args: Record<string, unknown>, text?: string) =>
    notes.repository.update(notes.scope, { _id: id }, (before) =>
      Promise.resolve({
        after: text === undefined ? before : { ...before, text },
        jobs: [{ name: 'follow', args }],
      }),
    );

  it('run before the write that requested them returns, even while the bus is down', async () => {
    const notes = await open();
    const done: unknown[] = [];
    notes.relay.defineJob('follow', (args, document) => Promise.resolve(void done.push([args, document])));
    const id = await notes.add();
    bus.isDown = true;
    await addJob(notes, id, { n: 1 }, 'with a job');
    expect(done).toEqual([[{ n: 1 }, { userId: 7, id }]]);
    bus.isDown = false;
    await until(() => isEmpty(notes, id));
    expect(done).toHaveLength(1);
  });

  it('are removed later by a sweep if they could not be removed immediately after they ran', async () => {
    const notes = await open();
    let runs = 0;
    notes.relay.defineJob('count', () => Promise.resolve(void runs++));
    const id = await notes.add();
    await until(() => isEmpty(notes, id));
    const away = jest.spyOn(notes.model.collection, 'bulkWrite').mockRejectedValue(new mongo.MongoNetworkError('gone'));
    const written = await notes.repository.update(notes.scope, { _id: id }, (before) =>
      Promise.resolve({
        after: { ...before, text: 'written' },
        jobs: [{ name: 'count', args: {} }],
      }),
    );
    expect([written.text, runs]).toEqual(['written', 1]);
    const isReported = () => notes.reports.some((report) => report.kind === 'relay_failed');
    await until(isReported);
    expect(notes.reports).toContainEqual({ kind: 'relay_failed', reason: expect.stringContaining('gone') });
    expect((await notes.stored(id)).outbox).not.toBeUndefined();
    away.mockRestore();
    await expireLeases(notes);
    await until(() => isEmpty(notes, id));
  });

  it('are retried in order by a sweep until they succeed', async () => {
    const notes = await open();
    const done: unknown[] = [];
    let failing = true;
    notes.relay.defineJob('follow', (args) => {
      if (failing) return Promise.reject(new Error('not yet'));
      done.push(args.n);
      return Promise.resolve();
    });
    const id = await notes.add();
    await until(() => isEmpty(notes, id));
    await addJob(notes, id, { n: 1 });
    await addJob(notes, id, { n: 2 });
    expect(notes.reports.filter(({ kind }) => kind === 'job_failed').length).toBeGreaterThan(0);
    failing = false;
    await expireLeases(notes);
    await until(() => isEmpty(notes, id));
    expect(done).toEqual([1, 2]);
  });

  it('are run by another process if the process that wrote them dies', async () => {
    const dead = await open();
    dead.relay.defineJob('follow', () => Promise.reject(new Error('killed here')));
    const id = await dead.add();
    await addJob(dead, id, { n: 1 }, 'left');
    await dead.stop();
    opened.length = 0;
    const done: unknown[] = [];
    const survivor = await openNotes(uri, database, bus);
    opened.push(survivor);
    survivor.relay.defineJob('follow', (args) => Promise.resolve(void done.push(args.n)));
    survivor.relay.start();
    await expireLeases(survivor);
    await until(() => isEmpty(survivor, id));
    expect(done).toEqual([1]);
    expect(bus.versionsOf(id)).toEqual([1, 2]);
  });
});
