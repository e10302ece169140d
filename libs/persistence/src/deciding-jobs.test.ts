import { ApiError } from '@keyhaven/contracts/shared/errors';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import type { AccountScope } from './account-scope';
import { ENTRIES_PER_REVISION } from './outbox-entry';
import { spillModel } from './outbox/spill';
import { dropDatabase, type Notes, openNotes } from './testing/notes';
import { RecordingBus } from './testing/recording-bus';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}deciding`;
const bus = new RecordingBus();
let notes: Notes;
beforeAll(async () => {
  notes = await openNotes(uri, database, bus);
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(uri, database);
});

const create = (scope: AccountScope, name: string) =>
  notes.repository.create(scope, async () => ({
    after: { _id: await notes.ids.next('note'), user_id: 7, version: 0, text: name },
    jobs: [{ name, args: {}, decides: true }],
  }));

/** Moves the job of a document to the spill collection, as a write does if the outbox is full. */
async function spillJobs(id: number): Promise<void> {
  const [entry] = (await notes.stored(id)).outbox!.filter(({ kind }) => kind === 'job');
  const { id: _id, seq } = entry!;
  const spilled = { _id, user_id: 7, collection_name: 'notes', document_id: id, seq, entry: entry! };
  await spillModel(notes.connection).create(spilled);
  await notes.model.updateOne({ _id: id }, { $set: { outbox: [], outbox_spilled: seq } });
}

describe('a deciding job (a job that can refuse the request that created it)', () => {
  it('runs once before the response, and is removed from the outbox together with the event', async () => {
    let done = 0;
    notes.relay.defineJob('count', () => Promise.resolve(void done++));
    const { record } = await create(notes.scope, 'count');
    expect(done).toBe(1);
    await until(async () => (await notes.stored(record.id)).outbox === undefined);
    expect(done).toBe(1);
  });

  it('does not run again when a later write of the document runs its own deciding job', async () => {
    const ran: string[] = [];
    for (const name of ['earlier', 'later']) notes.relay.defineJob(name, () => Promise.resolve(void ran.push(name)));
    let publish = () => {};
    const isPublishing = new Promise<void>((resolve) => (publish = resolve));
    jest.spyOn(bus, 'publish').mockReturnValueOnce(isPublishing);
    const { record } = await create(notes.scope, 'earlier');
    await notes.repository.update(notes.scope, { _id: record.id }, (before) =>
      Promise.resolve({ after: { ...before, text: 'later' }, jobs: [{ name: 'later', args: {}, decides: true }] }),
    );
    publish();
    expect(ran).toEqual(['earlier', 'later']);
  });

  it('makes a creation or an update fail with the error of the job', async () => {
    notes.relay.defineJob('refuse', () => Promise.reject(new ApiError('conflict', 'not so')));
    await expect(create(notes.scope, 'refuse')).rejects.toMatchObject({ code: 'conflict' });
    const id = await notes.add();
    const update = notes.repository.update(notes.scope, { _id: id }, (before) =>
      Promise.resolve({ after: before, jobs: [{ name: 'refuse', args: {}, decides: true }] }),
    );
    await expect(update).rejects.toMatchObject({ messages: ['not so'] });
    expect(notes.reports.filter(({ kind }) => kind === 'job_failed')).toEqual([]);
    notes.relay.defineJob('refuse', () => Promise.resolve());
  });

  it('runs again when the request is repeated if the job failed during the first attempt', async () => {
    const scope: AccountScope = {
      ...notes.scope,
      idempotency: { key: 'again', sentKey: 'again', requestHash: 'hash' },
    };
    let isDown = true;
    let done = 0;
    notes.relay.defineJob('fragile', () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(void done++)));
    await expect(create(scope, 'fragile')).rejects.toThrow('down');
    await expect(create(scope, 'fragile')).rejects.toThrow('down');
    isDown = false;
    const { record } = await create(scope, 'fragile');
    expect(done).toBeGreaterThan(0);
    expect(await notes.repository.find(notes.scope, { text: 'fragile' }, { limit: 5 })).toMatchObject([
      { _id: record.id },
    ]);
  });

  it('runs again when the request is repeated, even if the job was moved out of a full outbox', async () => {
    const scope: AccountScope = {
      ...notes.scope,
      idempotency: { key: 'spilled again', sentKey: 'spilled again', requestHash: 'hash' },
    };
    let isDown = true;
    notes.relay.defineJob('spilled fragile', () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve()));
    await expect(create(scope, 'spilled fragile')).rejects.toThrow('down');
    const [left] = await notes.repository.find(notes.scope, { text: 'spilled fragile' }, { limit: 1 });
    const { _id } = left!;
    await spillJobs(_id);
    await expect(create(scope, 'spilled fragile')).rejects.toThrow('down');
    isDown = false;
    expect((await create(scope, 'spilled fragile')).record.id).toBe(_id);
  });

  it('is not run by a write before the one that requested it, even if it was moved out of the outbox', async () => {
    const earlier = await notes.stored(await notes.add());
    const ran: number[] = [];
    notes.relay.defineJob('of a later write', () => Promise.resolve(void ran.push(earlier._id)));
    await notes.repository.update(notes.scope, { _id: earlier._id }, (before) =>
      Promise.resolve({
        after: { ...before, text: 'later' },
        jobs: [{ name: 'of a later write', args: {}, decides: true }],
      }),
    );
    expect(ran).toHaveLength(1);
    const seq = (earlier.revision + 1) * ENTRIES_PER_REVISION;
    const entry = { id: 'later', kind: 'job' as const, seq, name: 'of a later write', args: {}, decides: true };
    const place = { user_id: 7, collection_name: 'notes', document_id: earlier._id };
    await spillModel(notes.connection).create({ _id: entry.id, ...place, seq, entry });
    await notes.relay.take(notes.model, { ...earlier, outbox_spilled: seq }, true);
    expect(ran).toHaveLength(1);
    await notes.relay.take(notes.model, { ...earlier, revision: earlier.revision + 1, outbox_spilled: seq }, true);
    expect(ran).toHaveLength(2);
  });

  it('can remove the stored response of a creation', async () => {
    const scope: AccountScope = {
      ...notes.scope,
      idempotency: { key: 'withdrawn', sentKey: 'withdrawn', requestHash: 'hash' },
    };
    notes.relay.defineJob('withdraw', async (_args, { id }) => {
      await notes.repository.update(notes.scope, { _id: id }, (before) =>
        Promise.resolve({ after: { ...before, text: 'gone' }, forgetsAnswer: true }),
      );
      throw new ApiError('conflict', 'withdrawn');
    });
    await expect(create(scope, 'withdraw')).rejects.toMatchObject({ messages: ['withdrawn'] });
    notes.relay.defineJob('withdraw', () => Promise.resolve());
    const again = await create(scope, 'withdraw');
    expect(again.record.text).toBe('withdraw');
  });

  it('can remove the stored response of the latest change without removing those of earlier requests', async () => {
    const keyed = (key: string): AccountScope => ({
      ...notes.scope,
      idempotency: { key, sentKey: key, requestHash: 'hash' },
    });
    notes.relay.defineJob('keep', () => Promise.resolve());
    const made = await create(keyed('makes'), 'keep');
    const change = (scope: AccountScope, text: string, part: object) =>
      notes.repository.update(scope, { _id: made.record.id }, (before) =>
        Promise.resolve({ after: { ...before, text }, ...part }),
      );
    await change(keyed('changes first'), 'changed', {});
    await change(keyed('changes'), 'changed again', {});
    expect(await notes.repository.findEarlier(keyed('changes'))).toBeDefined();
    await change(notes.scope, 'changed', { forgetsChanges: { path: 'version', above: 2 } });
    expect(await notes.repository.findEarlier(keyed('changes'))).toBeUndefined();
    expect(await notes.repository.findEarlier(keyed('changes first'))).toMatchObject({ changed: { text: 'changed' } });
    expect((await create(keyed('makes'), 'keep')).record.id).toBe(made.record.id);
  });
});

describe('a change of a document while a deciding job, which can refuse an earlier write, is unfinished', () => {
  /**
   * Writes a document without running the job of the write, as if the process had died before the
   * job.
   */
  async function undecided(name: string): Promise<number> {
    const id = await notes.add({ text: name });
    notes.relay.defineJob(name, () => Promise.reject(new Error('died here')));
    await expect(write(id, name)).rejects.toThrow('died here');
    return id;
  }
  const write = (id: number, name: string) =>
    notes.repository.update(notes.scope, { _id: id }, (before) =>
      Promise.resolve({
        after: { ...before, text: 'in doubt' },
        jobs: [{ name, args: {}, decides: true }],
      }),
    );
  /** Defines a job that undoes the write that requested it. */
  const withdraws = (name: string) =>
    notes.relay.defineJob(name, async (_args, { id }) => {
      await notes.write(id, 'as before');
      throw new ApiError('conflict', 'withdrawn');
    });
  const change = async (id: number) => {
    let seen = '';
    await notes.repository.update(notes.scope, { _id: id }, (before) => {
      seen = before.text;
      return Promise.resolve(undefined);
    });
    return seen;
  };

  it('runs the job first, and then starts from the state that the job stored', async () => {
    const id = await undecided('withdrawn');
    withdraws('withdrawn');
    expect(await change(id)).toBe('as before');
  });

  it('fails as long as the job fails with an unexpected error', async () => {
    const id = await undecided('stuck');
    await expect(change(id)).rejects.toThrow('died here');
    notes.relay.defineJob('stuck', () => Promise.resolve());
    expect(await change(id)).toBe('in doubt');
  });

  it('runs the job first, even if the job was moved out of a full outbox', async () => {
    const id = await undecided('spilled');
    await spillJobs(id);
    withdraws('spilled');
    expect(await change(id)).toBe('as before');
  });

  it('does not run the job first if another job makes the change', async () => {
    const id = await undecided('first');
    notes.relay.defineJob('changes it', async () => void (await notes.write(id, 'by a job')));
    const other = await notes.add();
    await notes.repository.update(notes.scope, { _id: other }, (before) =>
      Promise.resolve({ after: before, jobs: [{ name: 'changes it', args: {} }] }),
    );
    expect((await notes.stored(id)).text).toBe('by a job');
  });
});
