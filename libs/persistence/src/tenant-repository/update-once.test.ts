import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import type { AccountScope } from '../account-scope';
import { MAX_NOTED } from '../idempotency';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';

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

describe('updateOnce with an Idempotency-Key', () => {
  it('compresses a large response, and returns it to a repeated request even if it was moved out of the document', async () => {
    const id = await notes.add({ text: 'a' });
    const nights = Array.from({ length: 2000 }, (_, at) => ({
      property_id: 4711,
      position: at,
      amount: 100 + (at % 7),
    }));
    const send = () =>
      notes.repository.updateOnce(withKey('packed'), { _id: id }, (before) =>
        Promise.resolve({ after: { ...before, text: 'b' }, answersRequest: { nights, none: null } }),
      );
    expect(await send()).toEqual({ nights, none: null });
    await notes.write(id, 'since');
    expect(await send()).toEqual({ nights, none: null });
    const { idempotency, idempotency_bytes } = await notes.stored(id);
    const bytes = JSON.stringify({ nights }).length;
    expect(idempotency_bytes).toBe(idempotency![0]!.bytes);
    expect(idempotency_bytes!).toBeLessThan(bytes / 5);
    for (let at = 0; at < MAX_NOTED; at++) await notes.write(id, `${at}`, withKey(`packed-${at}`));
    expect((await notes.stored(id)).idempotency!.map(({ key }) => key)).not.toContain('packed');
    expect(await send()).toEqual({ nights, none: null });
  });

  const append = (id: number, scope: AccountScope) =>
    notes.repository.updateOnce(scope, { _id: id }, (before) => {
      const text = `${before.text}!`;
      return Promise.resolve({ after: { ...before, text }, answersRequest: { text } });
    });

  it('returns the first response to a repeated request, even after the document was changed and deleted', async () => {
    const id = await notes.add({ text: 'a' });
    expect(await append(id, withKey('o1'))).toEqual({ text: 'a!' });
    await notes.write(id, 'changed since');
    expect(await append(id, withKey('o1'))).toEqual({ text: 'a!' });
    await notes.remove(id);
    expect(await append(id, withKey('o1'))).toEqual({ text: 'a!' });
    expect((await notes.stored(id)).text).toBe('changed since');
  });

  it('changes the document once for twenty concurrent requests with the same key, but once for each request without a key', async () => {
    const id = await notes.add({ text: 'a' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => append(id, withKey('o2'))));
    expect(answers).toEqual(answers.map(() => ({ text: 'a!' })));
    expect((await notes.stored(id)).text).toBe('a!');
    for (let time = 0; time < 3; time++) await append(id, notes.scope);
    expect((await notes.stored(id)).text).toBe('a!!!!');
  });

  it('stores a request that changes nothing, without increasing the version', async () => {
    const id = await notes.add({ text: 'a' });
    const nothing = (answer: string) =>
      notes.repository.updateOnce(withKey('o3'), { _id: id }, (before) =>
        Promise.resolve({ after: before, answersRequest: { answer } }),
      );
    expect(await nothing('first')).toEqual({ answer: 'first' });
    expect(await nothing('second')).toEqual({ answer: 'first' });
    expect((await notes.stored(id)).version).toBe(1);
  });

  it('refuses a key that was used for a different request, and stores no response for a failed request', async () => {
    const [id, other] = [await notes.add({ text: 'a' }), await notes.add({ text: 'b' })];
    await append(id, withKey('o4', 'one'));
    await expect(append(id, withKey('o4', 'two'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(append(other, withKey('o4', 'two'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const refuse = () => Promise.reject(new Error('not now'));
    await expect(notes.repository.updateOnce(withKey('o5'), { _id: id }, refuse)).rejects.toThrow('not now');
    expect(await append(id, withKey('o5'))).toEqual({ text: 'a!!' });
  });
});
