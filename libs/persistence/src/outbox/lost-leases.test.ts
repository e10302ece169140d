import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { LEASE_MS } from '../outbox-entry';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}lost`;
/**
 * How far the clock of the process has jumped ahead, in milliseconds, as if the process had been
 * suspended.
 */
let jumpedMs = 0;
let notes: Notes;
let bus: RecordingBus;
beforeEach(async () => {
  const now = performance.now.bind(performance);
  jumpedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + jumpedMs);
  bus = new RecordingBus();
  notes = await openNotes(uri, database, bus);
  notes.relay.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await notes.stop();
});
afterAll(() => dropDatabase(uri, database));

const losses = () => notes.reports.filter(({ kind }) => kind === 'lease_lost');
const change = (id: number) =>
  notes.repository.update(notes.scope, { _id: id }, (before) =>
    Promise.resolve({ after: { ...before, text: 'changed' }, jobs: [{ name: 'follow', args: {} }] }),
  );

describe('the loss of a lease', () => {
  it('is reported if a job takes longer than the lease of its document', async () => {
    notes.relay.defineJob('follow', async () => void (jumpedMs += LEASE_MS + 1));
    await change(await notes.add());
    expect(losses()).toEqual([{ kind: 'lease_lost', lease: 'job', documents: 1 }]);
  });

  it('is reported if publishing the events of a document takes longer than its lease', async () => {
    let ids: number[] = [];
    bus.beforeEach = ({ version }) => {
      if (version === 2 && losses().length === 0) jumpedMs += LEASE_MS + 1;
    };
    ids = [await notes.add()];
    await until(() => bus.events.length === ids.length);
    await notes.write(ids[0]!, 'second');
    await until(() => losses().length > 0);
    expect(losses()).toEqual([{ kind: 'lease_lost', lease: 'outbox', documents: 1 }]);
  });

  it('is not reported if the work ends before the lease expires', async () => {
    notes.relay.defineJob('follow', async () => void (jumpedMs += LEASE_MS / 2));
    await change(await notes.add());
    await until(() => bus.events.length === 2);
    expect(losses()).toEqual([]);
  });
});

it('a sweep publishes the events of a document whose lease expired, without running its finished jobs again', async () => {
  let runs = 0;
  notes.relay.defineJob('follow', async () => {
    runs++;
    jumpedMs += LEASE_MS + 1;
  });
  const id = await notes.add();
  await until(() => bus.versionsOf(id).length === 1);
  await change(id);
  await notes.model.updateOne({ _id: id }, { $set: { outbox_due_utc: new Date(0) } });
  await until(async () => ((await notes.stored(id)).outbox ?? []).length === 0);
  expect([runs, bus.versionsOf(id)]).toEqual([1, [1, 2]]);
});
