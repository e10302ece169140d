import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { MAX_ENTRIES } from '../outbox-entry';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { spillModel } from './spill';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}forgotten`;
let bus: RecordingBus;
let notes: Notes;
beforeEach(async () => {
  bus = new RecordingBus();
  notes = await openNotes(uri, database, bus);
  notes.relay.start();
});
afterEach(() => notes.stop());
afterAll(() => dropDatabase(uri, database));

/** Stores a note whose outbox is full, because the bus is down. Returns the id of the note. */
async function aFullNote(): Promise<number> {
  bus.isDown = true;
  const id = await notes.add();
  for (let entry = 1; entry < MAX_ENTRIES; entry++) await notes.write(id, `text ${entry}`);
  return id;
}

const isDrained = async (id: number) => {
  const { outbox, outbox_due_utc, outbox_spilled } = await notes.stored(id);
  return [outbox, outbox_due_utc, outbox_spilled].every((field) => field === undefined);
};
const spilled = () => spillModel(notes.connection).countDocuments();
const versions = Array.from({ length: MAX_ENTRIES }, (_, index) => index + 1);

/**
 * The model in domain/outbox-protocol.test.ts also covers the cases of these two tests (rules
 * `spillSweep` and `dueWithMark`).
 */
describe('spilled copies of outbox entries that are already published', () => {
  it('are removed if the process died before it emptied the outbox in the document', async () => {
    const id = await aFullNote();
    const dies = jest.spyOn(notes.model, 'updateOne').mockImplementationOnce(() => {
      throw new Error('killed here');
    });
    await expect(notes.write(id, 'one more')).rejects.toThrow('killed here');
    dies.mockRestore();
    expect(await spilled()).toBe(MAX_ENTRIES);
    bus.isDown = false;
    await until(async () => (await isDrained(id)) && (await spilled()) === 0);
    expect(bus.versionsOf(id)).toEqual(versions);
  });

  it('are removed if another process had emptied the outbox before they were stored', async () => {
    const id = await aFullNote();
    const spills = spillModel(notes.connection);
    const store = spills.bulkWrite.bind(spills);
    jest.spyOn(spills, 'bulkWrite').mockImplementationOnce(async (...request: Parameters<typeof store>) => {
      bus.isDown = false;
      await until(() => isDrained(id));
      return store(...request);
    });
    let attempts = 0;
    const writing = notes.repository.update(notes.scope, { _id: id }, (before) => {
      if (++attempts > 1) return Promise.reject(new Error('refused'));
      return Promise.resolve({ after: { ...before, text: 'one more' } });
    });
    await expect(writing).rejects.toThrow('refused');
    await until(async () => (await isDrained(id)) && (await spilled()) === 0);
    expect(bus.versionsOf(id)).toEqual(versions);
  });
});
