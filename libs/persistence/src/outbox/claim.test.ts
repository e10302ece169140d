import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { withClockWrongBy } from '@keyhaven/testing/wrong-clock';
import { modelOf, type TenantDocument } from '../tenant-document';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { claimDue } from './claim';

const HOUR = 3600_000;
const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}claim`;
let notes: Notes;
beforeAll(async () => {
  const bus = new RecordingBus();
  bus.isDown = true;
  notes = await openNotes(uri, database, bus);
  // A running relay would itself claim the documents with expired leases.
  await notes.relay.stop();
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

  it.each([
    ['an hour slow', -HOUR],
    ['an hour fast', HOUR],
  ])('takes no document with a valid lease, even if the clock of the process is %s', async (_what, wrongBy) => {
    const stopped = await openNotes(uri, `${database}clock`, new RecordingBus());
    try {
      // A stopped relay publishes nothing, so the documents keep these leases.
      await stopped.relay.stop();
      const [expired, leased] = [await stopped.add(), await stopped.add()];
      const lease = (from: number) => ({ $set: { outbox_due_utc: new Date(Date.now() + from) } });
      await stopped.model.updateOne({ _id: expired }, lease(-1000));
      await stopped.model.updateOne({ _id: leased }, lease(60_000));
      const claim = () => claimDue(modelOf<TenantDocument>(stopped.model), { owner: 'other', limit: 10 });
      expect((await withClockWrongBy(wrongBy, claim)).map(({ id }) => id)).toEqual([expired]);
    } finally {
      await stopped.stop();
      await dropDatabase(uri, `${database}clock`);
    }
  });
});
