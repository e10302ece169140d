import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { type AccountScope, accountId } from '../account-scope';
import { faultyUniqueIndexes } from '../indexes';
import { MAX_ENTRIES } from '../outbox-entry';
import type { Body } from '../tenant-document';
import { dropDatabase, type NoteDocument, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}repository`;
const bus = new RecordingBus();
let notes: Notes;
beforeAll(async () => {
  notes = await openNotes(uri, database, bus);
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(uri, database);
});

describe('a tenant repository', () => {
  it('stores a document and its event in one write, with timestamps from the clock of the database', async () => {
    bus.isDown = true;
    const before = Date.now();
    const id = await notes.add({ text: 'hello', secret: 'x' });
    const stored = await notes.stored(id);
    bus.isDown = false;
    expect(stored).toMatchObject({ revision: 1, version: 1, text: 'hello', user_id: 7 });
    expect(stored.created_utc).toEqual(stored.updated_utc);
    expect(Math.abs(stored.created_utc.getTime() - before)).toBeLessThan(60_000);
    expect(stored.outbox).toHaveLength(1);
    const seconds = `${stored.updated_utc.toISOString().slice(0, 19)}Z`;
    expect(stored.outbox![0]).toMatchObject({
      kind: 'event',
      topic: 'notes',
      event: {
        action: 'entity_create',
        entity_type: 'note',
        entity_id: id,
        version: 1,
        user_id: 7,
        categories: ['other'],
        occurred_utc: stored.updated_utc.toISOString(),
        entity: { id, text: 'hello', created_utc: seconds, updated_utc: seconds },
        private: { secret: 'x' },
      },
    });
    expect(stored.outbox_due_utc!.getTime()).toBeGreaterThan(stored.updated_utc.getTime());
  });

  it('never returns the outbox fields of a document', async () => {
    const id = await notes.add();
    const found = await notes.repository.get(notes.scope, { _id: id });
    expect(Object.keys(found).sort()).toEqual(['_id', 'created_utc', 'text', 'updated_utc', 'user_id', 'version']);
  });

  it('loads only the first element of a list if the option `firstOf` contains the name of the list', async () => {
    const id = await notes.add({ text: 'hello', labels: ['a', 'b', 'c'] });
    const read = (firstOf: string[]) => notes.repository.find(notes.scope, { _id: id }, { limit: 1, firstOf });
    expect(await read(['labels'])).toMatchObject([{ _id: id, text: 'hello', labels: ['a'] }]);
    expect(await read([])).toMatchObject([{ labels: ['a', 'b', 'c'] }]);
  });

  it('does not find or change a document of another account', async () => {
    const id = await notes.add();
    const other: AccountScope = { accountId: accountId(8) };
    expect(await notes.repository.findOne(other, { _id: id })).toBeUndefined();
    expect(await notes.repository.find(other, {}, { limit: 10 })).toEqual([]);
    await expect(notes.write(id, 'x', other)).rejects.toMatchObject({ code: 'not_found' });
    // An account in the filter does not override the account of the scope.
    expect(await notes.repository.findOne(other, { _id: id, user_id: 7 })).toBeUndefined();
  });

  it('increases the version only if the public or private record changes', async () => {
    const id = await notes.add();
    await notes.write(id, 'new');
    expect(await notes.stored(id)).toMatchObject({ version: 1, revision: 1 });
    await notes.repository.update(notes.scope, { _id: id }, (before) =>
      Promise.resolve({ after: { ...before, secret: 's' } }),
    );
    expect(await notes.stored(id)).toMatchObject({ version: 2, revision: 2, secret: 's' });
    await notes.repository.update(notes.scope, { _id: id }, (before) =>
      Promise.resolve({ after: { ...before, internal: 1 } }),
    );
    expect(await notes.stored(id)).toMatchObject({ version: 2, revision: 3, internal: 1 });
    await notes.repository.update(notes.scope, { _id: id }, (before) =>
      Promise.resolve({ after: { ...before, internal: undefined } }),
    );
    expect(await notes.stored(id)).not.toHaveProperty('internal');
  });

  it('publishes a deletion once, with the last state of the record', async () => {
    const id = await notes.add({ text: 'last words' });
    const setDeleted = (is_deleted: boolean) =>
      notes.repository.update(notes.scope, { _id: id }, (before) =>
        Promise.resolve({ after: { ...before, is_deleted } }),
      );
    await setDeleted(true);
    await setDeleted(true);
    await setDeleted(false);
    const stored = await notes.stored(id);
    expect(stored.deleted_utc).toEqual(expect.any(Date));
    const published = await until(() => {
      const events = bus.events.filter(({ entity_id }) => entity_id === id);
      return events.length >= 3 ? events : undefined;
    });
    expect(published.map(({ action, version, entity }) => [action, version, entity.text])).toEqual([
      ['entity_create', 1, 'last words'],
      ['entity_delete', 2, 'last words'],
      ['entity_create', 3, 'last words'],
    ]);
  });

  it('computes an update again after a concurrent write, so that none of 30 concurrent updates is lost', async () => {
    const id = await notes.add({ text: '' });
    const letters = Array.from({ length: 30 }, (_, index) => String.fromCharCode(97 + index));
    await Promise.all(
      letters.map((letter) =>
        notes.repository.update(notes.scope, { _id: id }, (before) =>
          Promise.resolve({ after: { ...before, text: before.text + letter } }),
        ),
      ),
    );
    const stored = await notes.stored(id);
    expect([...stored.text].sort()).toEqual([...letters].sort());
    expect(stored.version).toBe(31);
  });

  it('refuses an update if the version in If-Match is not the current version', async () => {
    const id = await notes.add();
    await notes.write(id, 'second');
    await expect(notes.write(id, 'third', { ...notes.scope, ifMatchVersion: 1 })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    await expect(notes.write(id, 'third', { ...notes.scope, ifMatchVersion: 2 })).resolves.toMatchObject({
      text: 'third',
    });
  });

  it('writes nothing after the deadline of the request', async () => {
    const late: AccountScope = { ...notes.scope, deadline: new Date(Date.now() - 1) };
    const id = await notes.add();
    await expect(notes.write(id, 'late', late)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(notes.add({ place: 'late' }, late)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await notes.repository.findOne(notes.scope, { place: 'late' })).toBeUndefined();
  });

  it('returns from updateMany the ids of documents that were skipped because of a concurrent change or a full outbox', async () => {
    bus.isDown = true;
    const [free, full, changed] = [await notes.add(), await notes.add(), await notes.add()];
    for (let n = 1; n < MAX_ENTRIES; n++) await notes.write(full, `text ${n}`);
    const { collection } = notes.model;
    const send = collection.bulkWrite.bind(collection);
    jest.spyOn(collection, 'bulkWrite').mockImplementationOnce(async (...request: Parameters<typeof send>) => {
      await notes.write(changed, 'meanwhile');
      return send(...request);
    });
    const write = (ids: number[], text: string) =>
      notes.repository.updateMany(notes.scope, ids, (before) => ({
        after: { ...before, text },
      }));
    expect(await write([free, full, changed], 'many')).toEqual([full, changed]);
    expect(await write([free, changed], 'again')).toEqual([]);
    const texts = [free, full, changed].map(async (id) => (await notes.stored(id)).text);
    bus.isDown = false;
    expect(await Promise.all(texts)).toEqual(['again', `text ${MAX_ENTRIES - 1}`, 'again']);
  });

  it('returns no ids from updateMany if every change was carried out, even if the changes have no events', async () => {
    const ids = [await notes.add(), await notes.add()];
    const decide = (before: Body<NoteDocument>) => ({ after: { ...before, internal: 5 } });
    expect(await notes.repository.updateMany(notes.scope, ids, decide)).toEqual([]);
    expect(await Promise.all(ids.map((id) => notes.stored(id)))).toMatchObject([{ internal: 5 }, { internal: 5 }]);
  });

  describe('with a record near the size limit', () => {
    const byClient: AccountScope = { accountId: accountId(7), isByClient: true };
    /** Creates a note whose text has this length. Its record is slightly larger. */
    const aNote = (length: number) => notes.add({ text: 'x'.repeat(length) }, byClient);
    /** Lengthens or shortens the text of a note. */
    const grow = (scope: AccountScope, id: number, by: number) =>
      notes.repository.update(scope, { _id: id }, (before) =>
        Promise.resolve({
          after: { ...before, text: by < 0 ? before.text.slice(0, by) : before.text + 'x'.repeat(by) },
        }),
      );

    it('refuses a change by a client that makes the record too large, and names the largest field', async () => {
      const refusal = { code: 'bad_request', message: expect.stringMatching(/largest field is text/) as string };
      await expect(aNote(690_000)).rejects.toMatchObject(refusal);
      await expect(grow(byClient, await aNote(689_000), 1000)).rejects.toMatchObject(refusal);
    });

    it('accepts small changes by a client until the limit is reached', async () => {
      const id = await aNote(689_800);
      for (let change = 0; change < 20; change++) await grow(byClient, id, 500);
      await expect(grow(byClient, id, 500)).rejects.toMatchObject({ code: 'bad_request' });
      await grow(byClient, id, -1);
    });

    it('accepts changes above the limit if the platform itself makes them', async () => {
      const id = await aNote(689_800);
      await grow(notes.scope, id, 50_000);
      await grow(byClient, id, -1);
      expect((await notes.stored(id)).text).toHaveLength(739_799);
    });
  });

  it('counts the private part of a record towards the size limit', async () => {
    const half = 'x'.repeat(400_000);
    await expect(notes.add({ text: half, secret: half }, { ...notes.scope, isByClient: true })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('refuses a creation with the id of an existing document', async () => {
    const id = await notes.add();
    const again = notes.repository.create(notes.scope, () =>
      Promise.resolve({ after: { _id: id, user_id: 7, version: 0, text: 'other' } as never }),
    );
    await expect(again).rejects.toMatchObject({ code: 11000 });
    expect((await notes.stored(id)).text).toBe('new');
  });

  it('throws the duplicate key error of a unique index that the service declared', async () => {
    await notes.add({ place: 'here' });
    await expect(notes.add({ place: 'here' })).rejects.toMatchObject({ code: 11000, keyValue: { place: 'here' } });
  });
});

describe('IdAllocator', () => {
  it('never allocates an id twice, even if several processes ask at the same time', async () => {
    const second = await openNotes(uri, database, bus);
    const taken = await Promise.all(
      Array.from({ length: 500 }, (_, index) => (index % 2 ? notes : second).ids.next('thing')),
    );
    await second.stop();
    expect(new Set(taken).size).toBe(500);
    expect(taken.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
  });
});

describe('faultyUniqueIndexes', () => {
  it('names unique indexes that are missing or that differ from their definition', async () => {
    const own = `${database}_indexes`;
    const opened = await openNotes(uri, own, bus);
    expect(await faultyUniqueIndexes(opened.connection)).toEqual([]);
    await opened.model.collection.dropIndex('user_id_1_place_1');
    expect(await faultyUniqueIndexes(opened.connection)).toEqual(['notes {"user_id":1,"place":1} is missing']);
    await opened.model.collection.createIndex({ user_id: 1, place: 1 }, { unique: true });
    expect(await faultyUniqueIndexes(opened.connection)).toEqual([
      'notes {"user_id":1,"place":1} has another partialFilterExpression',
    ]);
    await opened.model.collection.dropIndex('user_id_1_place_1');
    await opened.model.collection.createIndex(
      { user_id: 1, place: 1 },
      { partialFilterExpression: { place: { $exists: true } } },
    );
    expect(await faultyUniqueIndexes(opened.connection)).toEqual(['notes {"user_id":1,"place":1} is not unique']);
    await opened.stop();
    await dropDatabase(uri, own);
  });
});
