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
    await notes.model.updateOne({ _id: id }, { $set: { 'idempotency.0.until_utc': new Date(Date.now() - 1000) } });
    await forgetOldAnswers(notes.model);
    expect(await notes.add({ text: 'old' }, withKey('k7'))).not.toBe(id);
  });

  it('is refused under the key by which a document was changed', async () => {
    const id = await notes.add({ text: 'made' }, withKey('k8'));
    await change(id, withKey('k9'));
    await expect(notes.add({}, withKey('k9'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await notes.add({}, withKey('k8'))).toBe(id);
  });
});

/** Changes a note by a request that can be repeated. */
function change(id: number, scope: AccountScope) {
  return notes.repository.update(scope, { _id: id }, (before) =>
    Promise.resolve({ after: { ...before, text: 'changed' }, references: undefined, answersRequest: true }),
  );
}

describe('a change with an Idempotency-Key', () => {
  it('is known again, and refused with another request under the same key', async () => {
    const id = await notes.add({ text: 'made' }, withKey('c1'));
    expect(await notes.repository.findChanged(withKey('c2'))).toBeUndefined();
    await change(id, withKey('c2'));
    expect(await notes.repository.findChanged(withKey('c2'))).toMatchObject({ _id: id, text: 'changed' });
    const other = notes.repository.findChanged(withKey('c2', 'other'));
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(notes.repository.findChanged(withKey('c1'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is refused by the database when the key was used meanwhile', async () => {
    const [one, two] = [await notes.add({}), await notes.add({})];
    await change(one, withKey('c3'));
    await expect(change(two, withKey('c3', 'other'))).rejects.toMatchObject({ code: 11000 });
  });

  it('is forgotten after its time, and not what is younger', async () => {
    const id = await notes.add({ text: 'made' }, withKey('c4'));
    await change(id, withKey('c5'));
    await notes.model.updateOne({ _id: id }, { $set: { 'idempotency.0.until_utc': new Date(Date.now() - 1000) } });
    await forgetOldAnswers(notes.model);
    expect(await notes.repository.findChanged(withKey('c5'))).toMatchObject({ _id: id });
    expect(await notes.add({ text: 'made' }, withKey('c4'))).not.toBe(id);
  });
});

describe('a change with an Idempotency-Key that is done once', () => {
  const append = (id: number, scope: AccountScope) =>
    notes.repository.updateOnce(scope, { _id: id }, (before) => {
      const text = `${before.text}!`;
      return Promise.resolve({ after: { ...before, text }, references: undefined, answersRequest: { text } });
    });

  it('is repeated with the first answer, whatever became of the document', async () => {
    const id = await notes.add({ text: 'a' });
    expect(await append(id, withKey('o1'))).toEqual({ text: 'a!' });
    await notes.write(id, 'changed since');
    expect(await append(id, withKey('o1'))).toEqual({ text: 'a!' });
    await notes.remove(id);
    expect(await append(id, withKey('o1'))).toEqual({ text: 'a!' });
    expect((await notes.stored(id)).text).toBe('changed since');
  });

  it('is done once by twenty at the same time, and as often as it is asked for without a key', async () => {
    const id = await notes.add({ text: 'a' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => append(id, withKey('o2'))));
    expect(answers).toEqual(answers.map(() => ({ text: 'a!' })));
    expect((await notes.stored(id)).text).toBe('a!');
    for (let time = 0; time < 3; time++) await append(id, notes.scope);
    expect((await notes.stored(id)).text).toBe('a!!!!');
  });

  it('is noted also when it changes nothing, which tells nobody and raises no version', async () => {
    const id = await notes.add({ text: 'a' });
    const nothing = (answer: string) =>
      notes.repository.updateOnce(withKey('o3'), { _id: id }, (before) =>
        Promise.resolve({ after: before, references: undefined, answersRequest: { answer } }),
      );
    expect(await nothing('first')).toEqual({ answer: 'first' });
    expect(await nothing('second')).toEqual({ answer: 'first' });
    expect((await notes.stored(id)).version).toBe(1);
  });

  it('is refused with another request under the same key, and notes no refusal', async () => {
    const [id, other] = [await notes.add({ text: 'a' }), await notes.add({ text: 'b' })];
    await append(id, withKey('o4', 'one'));
    await expect(append(id, withKey('o4', 'two'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(append(other, withKey('o4', 'two'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const refuse = () => Promise.reject(new Error('not now'));
    await expect(notes.repository.updateOnce(withKey('o5'), { _id: id }, refuse)).rejects.toThrow('not now');
    expect(await append(id, withKey('o5'))).toEqual({ text: 'a!!' });
  });

  it('is forgotten when a hundred others came after it', async () => {
    const id = await notes.add({ text: 'a' });
    await append(id, withKey('oldest'));
    const noted = (await notes.stored(id)).idempotency![0]!;
    const hundred = Array.from({ length: 100 }, (_, at) => (at === 0 ? noted : { ...noted, key: `later-${at}` }));
    await notes.model.updateOne({ _id: id }, { $set: { idempotency: hundred } });
    await append(id, withKey('newest'));
    const keys = (await notes.stored(id)).idempotency!.map(({ key }) => key);
    expect([keys.length, keys[0], keys[99]]).toEqual([100, 'later-1', 'newest']);
  });
});
