import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { deletedFilter } from './list-filters';
import { KEPT_DELETED_MS, purgeDeleted } from './purge-deleted';
import type { Entity } from './entity';
import { dropDatabase, type NoteDocument, type Notes, openNotes } from './testing/notes';
import { RecordingBus } from './testing/recording-bus';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}purge`;
const DAY_MS = 24 * 3600 * 1000;
let bus: RecordingBus;
let notes: Notes;
beforeAll(async () => {
  bus = new RecordingBus();
  notes = await openNotes(uri, database, bus);
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(uri, database);
});

const purge = () => notes.relay.recordSources()[0]!.purgeDeleted();
const isPublished = (id: number) => until(async () => (await notes.stored(id)).outbox_due_utc === undefined);
/** Creates a note that was deleted this many days ago and whose deletion is published. */
async function deletedNote(daysAgo: number): Promise<number> {
  const id = await notes.add();
  await notes.remove(id);
  await isPublished(id);
  await notes.model.updateOne({ _id: id }, { $set: { deleted_utc: new Date(Date.now() - daysAgo * DAY_MS) } });
  return id;
}

describe('a deleted record', () => {
  it('stays stored for 90 days, and is then removed', async () => {
    const [living, recent, long] = [await notes.add(), await deletedNote(89), await deletedNote(91)];
    expect(await purge()).toBe(1);
    expect(await notes.stored(long)).toBeNull();
    expect([(await notes.stored(living))._id, (await notes.stored(recent))._id]).toEqual([living, recent]);
  });

  it('stays stored until its deletion is published, even after 90 days', async () => {
    const id = await deletedNote(91);
    await notes.model.updateOne({ _id: id }, { $set: { outbox_due_utc: new Date() } });
    expect(await purge()).toBe(0);
    await notes.model.updateOne({ _id: id }, { $unset: { outbox_due_utc: 1 } });
    expect(await purge()).toBe(1);
  });

  it('stays stored while its document contains another record that is not deleted', async () => {
    const id = await deletedNote(91);
    const entity = (part: string, isDeletable: boolean) =>
      ({ type: part, part, stampedWhenDeleted: isDeletable ? () => [] : undefined }) as unknown as Entity<NoteDocument>;
    const quote = { ...entity('quote', true), part: undefined };
    await notes.model.collection.updateOne({ _id: id as never }, { $set: { booking: { id: 1 }, draft: { id: 2 } } });
    expect(await purgeDeleted(notes.model, [quote, entity('booking', false)])).toBe(0);
    expect(await purgeDeleted(notes.model, [quote, entity('draft', true)])).toBe(0);
    expect(await purgeDeleted(notes.model, [{ ...quote, stampedWhenDeleted: undefined }])).toBe(0);
    await notes.model.collection.updateOne(
      { _id: id as never },
      { $set: { 'draft.deleted_utc': new Date(Date.now() - KEPT_DELETED_MS - 1) } },
    );
    expect(await purgeDeleted(notes.model, [quote, entity('draft', true)])).toBe(1);
  });

  it('appears for 90 days in lists with `include_deleted`, and never in other lists', async () => {
    const [living, recent, long] = [await notes.add(), await deletedNote(89), await deletedNote(91)];
    const ids = async (includeDeleted: boolean) => {
      const filter = { $and: [{ _id: { $in: [living, recent, long] } }, deletedFilter('deleted_utc', includeDeleted)] };
      return (await notes.repository.find(notes.scope, filter as never, { limit: 10 })).map(({ _id }) => _id);
    };
    expect(await ids(false)).toEqual([living]);
    expect(await ids(true)).toEqual([living, recent]);
  });
});
