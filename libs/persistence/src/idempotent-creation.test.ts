import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
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

const withKey = (key: string, requestHash?: string) => notes.withKey(key, requestHash);

describe('a creation with an Idempotency-Key', () => {
  it('creates one record, and returns the first response when it is repeated', async () => {
    const scope = withKey('k1');
    const create = () =>
      notes.repository.create(scope, async () => ({
        after: { _id: await notes.ids.next('note'), user_id: 7, version: 0, text: 'once' },
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

  it('creates one record when twenty attempts run at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => notes.add({ text: 'race' }, withKey('k2'))));
    expect(new Set(ids).size).toBe(1);
    expect(await notes.repository.find(notes.scope, { text: 'race' }, { limit: 50 })).toHaveLength(1);
  });

  it('returns the first response to a repeated attempt, not a duplicate key error caused by the first attempt', async () => {
    const scope = withKey('k3');
    const ids = await Promise.all(Array.from({ length: 10 }, () => notes.add({ place: 'mine' }, scope)));
    expect(new Set(ids).size).toBe(1);
    await expect(notes.add({ place: 'mine' }, withKey('k4'))).rejects.toMatchObject({ code: 11000 });
  });

  it('is refused if the key was used for a different request', async () => {
    await notes.add({}, withKey('k5', 'one'));
    await expect(notes.add({}, withKey('k5', 'two'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('can be repeated with different content after a duplicate key error, because this error is not stored', async () => {
    const scope = withKey('k6');
    await notes.add({ place: 'taken' });
    await expect(notes.add({ place: 'taken' }, scope)).rejects.toMatchObject({ code: 11000 });
    await expect(notes.add({ place: 'free' }, scope)).resolves.toEqual(expect.any(Number));
  });

  it('creates a second record when it is repeated after the stored response has expired, but not before', async () => {
    const id = await notes.add({ text: 'old' }, withKey('k7'));
    await forgetOldAnswers(notes.model);
    expect(await notes.add({ text: 'old' }, withKey('k7'))).toBe(id);
    await notes.model.updateOne({ _id: id }, { $set: { 'idempotency.0.until_utc': new Date(Date.now() - 1000) } });
    await forgetOldAnswers(notes.model);
    expect(await notes.add({ text: 'old' }, withKey('k7'))).not.toBe(id);
  });

  it('is refused if the key was used for a change', async () => {
    const id = await notes.add({ text: 'made' }, withKey('k8'));
    await notes.write(id, 'changed', withKey('k9'));
    await expect(notes.add({}, withKey('k9'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await notes.add({}, withKey('k8'))).toBe(id);
  });
});
