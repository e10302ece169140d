import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { measureOutbox } from './measure-outbox';
import { MAX_ENTRIES } from '../outbox-entry';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}measure`;
const bus = new RecordingBus();
let notes: Notes;
beforeAll(async () => {
  notes = await openNotes(uri, database, bus);
  notes.relay.start();
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(uri, database);
});

const measure = () => measureOutbox(notes.connection, notes.relay.models);
const empty = { documents: 0, spilledEntries: 0, oldestSeconds: 0 };

it('measureOutbox returns the number of documents with pending events, and the age of the oldest event', async () => {
  expect(await measure()).toEqual(empty);
  bus.isDown = true;
  const [id] = [await notes.add(), await notes.add()];
  for (let n = 0; n < MAX_ENTRIES + 5; n++) await notes.write(id, `text ${n}`);
  const first = await measure();
  expect(first).toMatchObject({ documents: 2 });
  expect(first.spilledEntries).toBeGreaterThanOrEqual(MAX_ENTRIES);
  expect(first.oldestSeconds).toBeGreaterThan(0);
  // The relay renews leases while the bus is down. The renewals must not reduce the measured age.
  await until(async () => (await measure()).oldestSeconds > first.oldestSeconds + 0.2);

  bus.isDown = false;
  await until(async () => (await measure()).documents === 0);
  expect(await measure()).toEqual(empty);
});

it('measureOutbox returns the age of a job even if the lease of the document was renewed', async () => {
  const id = await notes.add();
  await until(async () => (await measure()).documents === 0);
  const [due, asked] = [new Date(Date.now() + 60_000), new Date(Date.now() - 3_600_000)];
  const job = { id: 'a job', kind: 'job', seq: 9001, name: 'unknown', args: {}, asked_utc: asked };
  await notes.model.updateOne({ _id: id }, { $set: { outbox: [job], outbox_due_utc: due } });
  const { oldestSeconds } = await measure();
  await notes.model.updateOne({ _id: id }, { $unset: { outbox: 1, outbox_due_utc: 1 } });
  expect(oldestSeconds).toBeGreaterThanOrEqual(3600);
});

it('a write that requests a job stores the time of the write with the job', async () => {
  const id = await notes.add();
  let done: () => void = () => {};
  const isDone = new Promise<void>((resolve) => (done = resolve));
  notes.relay.defineJob('wait', () => isDone);
  const writing = notes.repository.update(notes.scope, { _id: id }, (after) =>
    Promise.resolve({ after, jobs: [{ name: 'wait', args: {} }] }),
  );
  const entry = await until(async () => (await notes.stored(id)).outbox?.find(({ kind }) => kind === 'job'));
  done();
  await writing;
  expect(entry).toMatchObject({ asked_utc: expect.any(Date) });
});
