import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { modelOf, type TenantDocument } from '../tenant-document';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { claimDue } from './claim';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}claim`;
let notes: Notes;
beforeAll(async () => {
  const bus = new RecordingBus();
  bus.isDown = true;
  notes = await openNotes(uri, database, bus);
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(uri, database);
});

describe('a claim of documents with an expired lease', () => {
  it('skips a document that the same process is writing, because that write itself publishes the events', async () => {
    const [written, waiting] = [await notes.add(), await notes.add()];
    const past = { $set: { outbox_due_utc: new Date(Date.now() - 1000) } };
    await notes.model.updateMany({ outbox_due_utc: { $exists: true } }, past);
    const model = modelOf<TenantDocument>(notes.model);
    const lease = model.updateMany.bind(model);
    jest.spyOn(model, 'updateMany').mockImplementationOnce(((...request: Parameters<typeof lease>) => {
      const writing = notes.write(written, 'meanwhile');
      return writing.then(() => lease(...request));
    }) as never);
    const claimed = await claimDue(model, { owner: notes.relay.owner, limit: 10 });
    expect(claimed.map(({ id }) => id)).toEqual([waiting]);
  });
});
