import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { isDuplicateKey } from '../duplicate-key';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import type { AccountScope } from '../account-scope';

const database = `${freshDatabasePrefix()}joint`;
const bus = new RecordingBus();
let notes: Notes;
beforeAll(async () => {
  notes = await openNotes(testDatabaseUri(), database, bus);
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(testDatabaseUri(), database);
});

const update = (id: number, fields: object, scope: AccountScope = notes.scope) =>
  notes.repository.update(scope, { _id: id }, (before) => Promise.resolve({ after: { ...before, ...fields } }));
const addNotes = async (count: number) => {
  const ids: number[] = [];
  for (let number = 0; number < count; number++) ids.push(await notes.add({ text: `old ${number}` }));
  return ids;
};
const isOfBulk = ({ update }: Record<string, unknown>) => update === 'notes';
const isSingle = ({ findAndModify }: Record<string, unknown>) => findAndModify === 'notes';

describe('updates by jobs and consumers in the same turn of the event loop', () => {
  it('are sent as one bulk write, and each publishes its event once', async () => {
    const ids = await addNotes(20);
    const [bulks, singles] = [countStoreCommands(isOfBulk), countStoreCommands(isSingle)];
    const written = await Promise.all(ids.map((id) => update(id, { text: `new ${id}` })));
    expect(singles.end()).toBe(0);
    // The relay needs a few more, to remove the published events.
    expect(bulks.end()).toBeLessThan(5);
    expect(written.map(({ text }) => text)).toEqual(ids.map((id) => `new ${id}`));
    const published = (id: number) => bus.events.filter(({ entity_id }) => entity_id === id);
    await until(() => Promise.resolve(ids.every((id) => published(id).length >= 2)));
    for (const id of ids)
      expect(published(id).map(({ entity }) => entity.text)).toEqual([expect.anything(), `new ${id}`]);
  });

  it('are sent one by one for a client, whose work must not run twice', async () => {
    const ids = await addNotes(20);
    const singles = countStoreCommands(isSingle);
    await Promise.all(ids.map((id) => update(id, { text: 'new' }, { ...notes.scope, isByClient: true })));
    expect(singles.end()).toBe(20);
  });

  it('are computed again if the document has changed since it was read', async () => {
    const ids = await addNotes(3);
    let isFirst = true;
    const written = await Promise.all(
      ids.map((id) =>
        notes.repository.update(notes.scope, { _id: id }, async (before) => {
          if (id === ids[1] && isFirst) {
            isFirst = false;
            await notes.model.updateOne({ _id: id }, { $set: { labels: ['other'] }, $inc: { revision: 1 } });
          }
          return { after: { ...before, text: 'new' } };
        }),
      ),
    );
    expect(written.map(({ text, labels }) => [text, labels])).toEqual([
      ['new', undefined],
      ['new', ['other']],
      ['new', undefined],
    ]);
  });

  it('are refused one by one by a unique index, with the error that names the index', async () => {
    const ids = await addNotes(3);
    const outcomes = await Promise.allSettled(ids.map((id) => update(id, { place: id === ids[2] ? 'y' : 'x' })));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => isDuplicateKey(reason) && Object.keys(reason.keyPattern))).toEqual([
      ['user_id', 'place'],
    ]);
    expect(await notes.model.countDocuments({ place: { $in: ['x', 'y'] } })).toBe(2);
  });
});
