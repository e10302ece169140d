import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { claimDueJobs } from './claim';
import { MAX_ENTRIES } from '../outbox-entry';
import { SPILL_PAGE, spillModel } from './spill';

const uri = testDatabaseUri();
const prefix = freshDatabasePrefix();
const databases: string[] = [];
const opened: Notes[] = [];
let bus: RecordingBus;
let database: string;
beforeEach(() => {
  bus = new RecordingBus();
  bus.isDown = true;
  database = `${prefix}awaybus${databases.length}`;
  databases.push(database);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((notes) => notes.stop()));
});
afterAll(async () => {
  for (const name of databases) await dropDatabase(uri, name);
});

type Job = (n: number, id: number) => Promise<void>;

/** Opens a process with this handler of the job `follow`. */
async function open(follow: Job): Promise<Notes> {
  const notes = await openNotes(uri, database, bus);
  opened.push(notes);
  notes.relay.defineJob('follow', (args, { id }) => follow(args.n as number, id));
  return notes;
}

async function start(follow: Job): Promise<Notes> {
  const notes = await open(follow);
  notes.relay.start();
  return notes;
}

/** Writes a note with a job. Without `text`, the write has no event. */
const write = (notes: Notes, id: number, { n, text, decides }: { n: number; text?: string; decides?: boolean }) =>
  notes.repository.update(notes.scope, { _id: id }, (before) =>
    Promise.resolve({
      after: text === undefined ? before : { ...before, text },
      jobs: [{ name: 'follow', args: { n }, decides }],
    }),
  );

/** Creates notes with pending jobs and expired leases, as if a process had died before it ran these jobs. */
async function leftByDead(notes: number): Promise<number[]> {
  const dead = await open(() => Promise.reject(new Error('killed here')));
  const ids: number[] = [];
  for (let n = 0; n < notes; n++) {
    const id = await dead.add();
    await write(dead, id, { n: 1, text: 'changed' });
    ids.push(id);
  }
  await end(dead);
  return ids;
}

/** Ends a process, and lets its leases expire. */
async function end(dead: Notes): Promise<void> {
  opened.splice(opened.indexOf(dead), 1);
  await dead.relay.stop();
  await expireLeases(dead);
  await dead.connection.close();
}

const expireLeases = (notes: Notes) =>
  notes.model.updateMany({ outbox_due_utc: { $exists: true } }, { $set: { outbox_due_utc: new Date(0) } });

const kindsOf = async (notes: Notes, id: number) => ((await notes.stored(id)).outbox ?? []).map(({ kind }) => kind);
const isPublished = async (notes: Notes, id: number) => (await notes.stored(id)).outbox_due_utc === undefined;
const countOf = (notes: Notes, wanted: string) => notes.reports.filter(({ kind }) => kind === wanted).length;

describe('while the bus is down, the jobs of a dead process', () => {
  it('run as jobs that no request waits for (`answering` is undefined)', async () => {
    const dead = await open(() => Promise.reject(new Error('killed here')));
    const id = await dead.add();
    await expect(write(dead, id, { n: 1, decides: true })).rejects.toThrow('killed here');
    await end(dead);
    const waiting: unknown[] = [];
    const survivor = await open(() => Promise.resolve());
    survivor.relay.defineJob('follow', (_args, { answering }) => Promise.resolve(void waiting.push(answering)));
    survivor.relay.start();
    await until(() => Promise.resolve(waiting.length > 0));
    expect(waiting).toEqual([undefined]);
  });

  it('run in another process before the bus is back', async () => {
    const ids = await leftByDead(3);
    const done = new Set<number>();
    const survivor = await start((_n, id) => Promise.resolve(void done.add(id)));
    await until(() => ids.every((id) => done.has(id)));
    for (const id of ids) await until(async () => !(await kindsOf(survivor, id)).includes('job'));
    expect(bus.events).toEqual([]);
    for (const id of ids) expect(await kindsOf(survivor, id)).toEqual(['event', 'event']);
    bus.isDown = false;
    for (const id of ids) await until(() => isPublished(survivor, id));
    for (const id of ids) expect(bus.versionsOf(id)).toEqual([1, 2]);
  });

  it('are each claimed by exactly one of two processes that claim at the same time', async () => {
    const ids = await leftByDead(20);
    const [one, other] = [await open(() => Promise.resolve()), await open(() => Promise.resolve())];
    const claimed = await Promise.all(
      [one, other].map(({ model, relay }) => claimDueJobs(model as never, { owner: relay.owner, limit: 50 })),
    );
    expect(
      claimed
        .flat()
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    ).toEqual(ids);
    await expireLeases(one);
    for (const { relay } of [one, other]) relay.start();
    for (const id of ids) await until(async () => (await kindsOf(one, id)).join() === 'event,event');
    bus.isDown = false;
    for (const id of ids) await until(() => isPublished(one, id));
    for (const id of ids) expect(bus.versionsOf(id)).toEqual([1, 2]);
  });

  it('are retried when they fail, and their failures do not count as failures of the bus', async () => {
    const ids = await leftByDead(1);
    let attempts = 0;
    let isFailing = true;
    const survivor = await start(() => {
      attempts++;
      return isFailing ? Promise.reject(new Error('not yet')) : Promise.resolve();
    });
    await until(() => countOf(survivor, 'bus_failed') === 1);
    // This document has a job but no event, so probing with it cannot show whether the bus works.
    const alone = await survivor.add();
    await write(survivor, alone, { n: 1 });
    await survivor.model.updateOne({ _id: alone }, { $pull: { outbox: { kind: 'event' } } });
    const seen = { attempts, ofTheBus: bus.attempts };
    await until(async () => {
      await expireLeases(survivor);
      await survivor.model.updateOne({ _id: alone }, { $set: { outbox_due_utc: new Date(-1) } });
      return attempts >= seen.attempts + 4 && bus.attempts >= seen.ofTheBus + 3;
    });
    expect([countOf(survivor, 'bus_failed'), countOf(survivor, 'events_refused')]).toEqual([1, 0]);
    isFailing = false;
    await expireLeases(survivor);
    await until(async () => (await kindsOf(survivor, ids[0]!)).join() === 'event,event');
    await until(() => isPublished(survivor, alone));
    expect(bus.events).toEqual([]);
  });
});

describe('while the bus is down', () => {
  it('a job that a write waits for is removed immediately after it has run, and does not run again', async () => {
    const done: number[] = [];
    const notes = await start((_n, id) => Promise.resolve(void done.push(id)));
    const first = await notes.add();
    await until(() => countOf(notes, 'bus_failed') === 1);
    await write(notes, first, { n: 1, text: 'decided', decides: true });
    expect(await kindsOf(notes, first)).toEqual(['event', 'event']);
    expect(done).toEqual([first]);
  });

  it('a successful job does not make the relay consider the bus available', async () => {
    const notes = await start(() => Promise.resolve());
    bus.isDown = false;
    const id = await notes.add();
    await until(() => isPublished(notes, id));
    bus.isDown = true;
    await write(notes, id, { n: 1, text: 'decided', decides: true });
    await until(() => countOf(notes, 'bus_failed') + countOf(notes, 'events_refused') > 0);
    expect(countOf(notes, 'events_refused')).toBe(0);
  });

  it('a slow job does not delay the probe of the bus', async () => {
    const [slow] = (await leftByDead(1)) as [number];
    let isBegun = false;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const notes = await start(() => {
      isBegun = true;
      return finished;
    });
    await until(() => isBegun);
    const other = await notes.add();
    bus.isDown = false;
    await until(() => bus.versionsOf(other).length === 1);
    finish();
    for (const id of [slow, other]) await until(() => isPublished(notes, id));
    expect(bus.versionsOf(slow)).toEqual([1, 2]);
  });
});

describe('the jobs of a document whose outbox overflowed into the spill collection', () => {
  const change = async (notes: Notes, id: number, times: number) => {
    for (let i = 0; i < times; i++) await notes.write(id, `text ${Math.random()}`);
  };
  const spilledJobs = (notes: Notes) => spillModel(notes.connection).countDocuments({ 'entry.kind': 'job' } as never);
  const versionsUpTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  it('run while the bus is down, before the write that requested them returns', async () => {
    const done: number[] = [];
    const notes = await open((n) => Promise.resolve(void done.push(n)));
    const id = await notes.add();
    await change(notes, id, MAX_ENTRIES + 1);
    expect((await notes.stored(id)).outbox_spilled).toEqual(expect.any(Number));
    await write(notes, id, { n: 1, text: 'with a job' });
    expect(done).toEqual([1]);
  });

  it('run in order while the bus is down, even if more jobs are spilled than one pass reads', async () => {
    const done = new Set<number>();
    let isFailing = true;
    const notes = await start((n) => {
      if (isFailing) return Promise.reject(new Error('not yet'));
      done.add(n);
      return Promise.resolve();
    });
    const id = await notes.add();
    const jobs = SPILL_PAGE + MAX_ENTRIES;
    for (let n = 1; n < jobs; n++) await write(notes, id, { n });
    await change(notes, id, MAX_ENTRIES);
    expect(await spilledJobs(notes)).toBeGreaterThan(SPILL_PAGE);
    isFailing = false;
    await write(notes, id, { n: jobs });
    await until(async () => {
      await expireLeases(notes);
      return done.size === jobs;
    });
    expect([...done]).toEqual(versionsUpTo(jobs));
    await until(async () => (await spilledJobs(notes)) === 0);
    bus.isDown = false;
    await until(() => isPublished(notes, id));
    expect(bus.versionsOf(id)).toEqual(versionsUpTo(1 + MAX_ENTRIES));
  });

  it('run after a crash while the bus is down, even if more events precede them than one pass reads', async () => {
    const dead = await open(() => Promise.reject(new Error('killed here')));
    const id = await dead.add();
    await change(dead, id, SPILL_PAGE + MAX_ENTRIES);
    await write(dead, id, { n: 1, text: 'left' });
    await change(dead, id, MAX_ENTRIES);
    expect(await spilledJobs(dead)).toBe(1);
    await dead.stop();
    opened.length = 0;
    let isDone = false;
    const survivor = await start(() => Promise.resolve(void (isDone = true)));
    await expireLeases(survivor);
    await until(() => isDone);
    await until(async () => (await spilledJobs(survivor)) === 0);
    expect(bus.events).toEqual([]);
    bus.isDown = false;
    await until(() => isPublished(survivor, id));
    expect(bus.versionsOf(id)).toEqual(versionsUpTo(SPILL_PAGE + 2 * MAX_ENTRIES + 2));
  });

  it('are not retried before the lease of the document ends, if their first attempt after the return of the bus fails', async () => {
    let attempts = 0;
    const notes = await start(() => {
      attempts++;
      return Promise.reject(new Error('not yet'));
    });
    const id = await notes.add();
    await write(notes, id, { n: 1 });
    await change(notes, id, MAX_ENTRIES - 2);
    // The first attempt of this write moves all entries to the spill collection. The second attempt is refused.
    let tries = 0;
    const writing = notes.repository.update(notes.scope, { _id: id }, (before) =>
      tries++ === 0
        ? Promise.resolve({ after: { ...before, text: 'one more' } })
        : Promise.reject(new Error('refused')),
    );
    await expect(writing).rejects.toThrow('refused');
    expect(await notes.stored(id)).toMatchObject({ outbox: [], outbox_spilled: expect.any(Number) });
    attempts = 0;
    bus.isDown = false;
    await until(() => attempts > 0);
    await sleep(300);
    // The lease of the document ends several seconds later. Only then is the job due again.
    expect(attempts).toBe(1);
  });
});
