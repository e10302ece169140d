import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import type { AccountScope } from './account-scope';
import { forgetOldAnswers } from './idempotency';
import { dropDatabase, type Notes, openNotes } from './testing/notes';
import { RecordingBus } from './testing/recording-bus';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}idempotency`;
let notes: Notes;
beforeAll(async () => {
  notes = await openNotes(uri, database, new RecordingBus());
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(uri, database);
});

const withKey = (key: string, requestHash = 'hash'): AccountScope => ({
  ...notes.scope,
  idempotency: { key, requestHash },
});

describe('a creation with an Idempotency-Key', () => {
  it('is done once, and repeated with the first answer', async () => {
    const scope = withKey('k1');
    const create = () =>
      notes.repository.create(scope, async () => ({
        after: { _id: await notes.ids.next('note'), user_id: 7, version: 0, text: 'once' } as never,
        references: undefined,
      }));
    const first = await create();
    await notes.write(first.record.id, 'changed since');
    const second = await create();
    expect(second.document).toBeUndefined();
    expect(second.record).toMatchObject({ id: first.record.id, text: 'once' });
    expect(
      await notes.repository.find(notes.scope, { text: { $in: ['once', 'changed since'] } }, { limit: 10 }),
    ).toHaveLength(1);
  });

  it('is done once by twenty at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => notes.add({ text: 'race' }, withKey('k2'))));
    expect(new Set(ids).size).toBe(1);
    expect(await notes.repository.find(notes.scope, { text: 'race' }, { limit: 50 })).toHaveLength(1);
  });

  it('is answered also when what stands in its way is what it made itself', async () => {
    const scope = withKey('k3');
    const ids = await Promise.all(Array.from({ length: 10 }, () => notes.add({ place: 'mine' }, scope)));
    expect(new Set(ids).size).toBe(1);
    await expect(notes.add({ place: 'mine' }, withKey('k4'))).rejects.toMatchObject({ code: 11000 });
  });

  it('is refused with another request under the same key', async () => {
    await notes.add({}, withKey('k5', 'one'));
    await expect(notes.add({}, withKey('k5', 'two'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('stores no refusal: what failed can be tried again', async () => {
    const scope = withKey('k6');
    await notes.add({ place: 'taken' });
    await expect(notes.add({ place: 'taken' }, scope)).rejects.toMatchObject({ code: 11000 });
    await expect(notes.add({ place: 'free' }, scope)).resolves.toEqual(expect.any(Number));
  });

  it('is forgotten after its time, and not before', async () => {
    const id = await notes.add({ text: 'old' }, withKey('k7'));
    await forgetOldAnswers(notes.model);
    expect(await notes.add({ text: 'old' }, withKey('k7'))).toBe(id);
    await notes.model.updateOne({ _id: id }, { $set: { 'idempotency.until_utc': new Date(Date.now() - 1000) } });
    await forgetOldAnswers(notes.model);
    expect(await notes.add({ text: 'old' }, withKey('k7'))).not.toBe(id);
  });
});
