import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { measureOutbox } from './measure-outbox';
import { MAX_ENTRIES } from './outbox-entry';

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

it('what waits in the outboxes is counted, with the age of its oldest event, until the bus has taken it', async () => {
  expect(await measure()).toEqual(empty);
  bus.isDown = true;
  const [id] = [await notes.add(), await notes.add()];
  for (let n = 0; n < MAX_ENTRIES + 5; n++) await notes.write(id, `text ${n}`);
  const first = await measure();
  expect(first).toMatchObject({ documents: 2 });
  expect(first.spilledEntries).toBeGreaterThanOrEqual(MAX_ENTRIES);
  expect(first.oldestSeconds).toBeGreaterThan(0);
  // Leases are renewed while the bus is away, and the events do not become younger by it.
  await until(async () => (await measure()).oldestSeconds > first.oldestSeconds + 0.2);

  bus.isDown = false;
  await until(async () => (await measure()).documents === 0);
  expect(await measure()).toEqual(empty);
});
