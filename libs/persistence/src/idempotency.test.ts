import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import type { AccountScope } from './account-scope';
import { answeredRequestModel, forgetMovedAnswers, forgetOldAnswers, MAX_NOTED, moveAnswers } from './idempotency';
import { dropDatabase, type Notes, openNotes } from './testing/notes';
import { RecordingBus } from './testing/recording-bus';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}idempotency`;
let notes: Notes;
let otherProcess: Notes;
beforeAll(async () => {
  notes = await openNotes(uri, database, new RecordingBus());
  otherProcess = await openNotes(uri, database, new RecordingBus());
});
afterAll(async () => {
  await notes.stop();
  await otherProcess.stop();
  await dropDatabase(uri, database);
});

const withKey = (key: string, requestHash = 'hash'): AccountScope => ({
  ...notes.scope,
  idempotency: { key, sentKey: key, requestHash },
});

describe('a creation with an Idempotency-Key', () => {
  it('is carried out once, and a repetition gets the first answer', async () => {
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

  it('is done once by twenty at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => notes.add({ text: 'race' }, withKey('k2'))));
    expect(new Set(ids).size).toBe(1);
    expect(await notes.repository.find(notes.scope, { text: 'race' }, { limit: 50 })).toHaveLength(1);
  });

  it('gets the first answer even if its own first document blocks it by a unique index', async () => {
    const scope = withKey('k3');
    const ids = await Promise.all(Array.from({ length: 10 }, () => notes.add({ place: 'mine' }, scope)));
    expect(new Set(ids).size).toBe(1);
    await expect(notes.add({ place: 'mine' }, withKey('k4'))).rejects.toMatchObject({ code: 11000 });
  });

  it('is refused with another request under the same key', async () => {
    await notes.add({}, withKey('k5', 'one'));
    await expect(notes.add({}, withKey('k5', 'two'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('can be tried again after a duplicate key error, which is not stored', async () => {
    const scope = withKey('k6');
    await notes.add({ place: 'taken' });
    await expect(notes.add({ place: 'taken' }, scope)).rejects.toMatchObject({ code: 11000 });
    await expect(notes.add({ place: 'free' }, scope)).resolves.toEqual(expect.any(Number));
  });

  it('is forgotten exactly when it expires', async () => {
    const id = await notes.add({ text: 'old' }, withKey('k7'));
    await forgetOldAnswers(notes.model);
    expect(await notes.add({ text: 'old' }, withKey('k7'))).toBe(id);
    await notes.model.updateOne({ _id: id }, { $set: { 'idempotency.0.until_utc': new Date(Date.now() - 1000) } });
    await forgetOldAnswers(notes.model);
    expect(await notes.add({ text: 'old' }, withKey('k7'))).not.toBe(id);
  });

  it('is refused with the key of a change', async () => {
    const id = await notes.add({ text: 'made' }, withKey('k8'));
    await change(id, withKey('k9'));
    await expect(notes.add({}, withKey('k9'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await notes.add({}, withKey('k8'))).toBe(id);
  });
});

/** Changes a note with a request that can be repeated. */
function change(id: number, scope: AccountScope, text = 'changed', by = notes) {
  return by.write(id, text, scope);
}

describe('a change with an Idempotency-Key', () => {
  it('is recognized, and refused when the key was used for another request', async () => {
    const id = await notes.add({ text: 'made' }, withKey('c1'));
    expect(await notes.repository.findEarlier(withKey('c2'))).toBeUndefined();
    await change(id, withKey('c2'));
    expect(await notes.repository.findEarlier(withKey('c2'))).toMatchObject({ changed: { _id: id, text: 'changed' } });
    const other = notes.repository.findEarlier(withKey('c2', 'other'));
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await notes.repository.findEarlier(withKey('c1'))).toMatchObject({ created: { record: { id } } });
    await expect(change(id, withKey('c1'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('answers a repetition with the first result, and changes nothing again', async () => {
    const id = await notes.add({ text: 'made' });
    const first = await change(id, withKey('r1'), 'first');
    await change(id, withKey('r2'), 'second');
    expect(await change(id, withKey('r1'), 'first')).toEqual(first);
    expect(await notes.stored(id)).toMatchObject({ text: 'second', version: 3 });
  });

  it('is not refused because its first attempt raised the version', async () => {
    const id = await notes.add({ text: 'made' });
    const scope = { ...withKey('v1'), ifMatchVersion: 1 };
    const first = await change(id, scope, 'first');
    expect(await change(id, scope, 'first')).toEqual(first);
    const stale = change(id, { ...withKey('v2'), ifMatchVersion: 1 }, 'second');
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' });
  });

  it('changes nothing when its first attempt ends after its repetition and a later change', async () => {
    const id = await notes.add({ text: 'made' });
    let resume = () => {};
    const paused = new Promise<void>((resolve) => (resume = resolve));
    let hangs = () => {};
    const isHung = new Promise<void>((resolve) => (hangs = resolve));
    const hung = otherProcess.repository.update(withKey('h1'), { _id: id }, async (before) => {
      hangs();
      await paused;
      return { after: { ...before, text: 'first' } };
    });
    await isHung;
    const first = await change(id, withKey('h1'), 'first');
    await change(id, withKey('h2'), 'later');
    resume();
    expect(await hung).toEqual(first);
    expect(await notes.stored(id)).toMatchObject({ text: 'later', version: 3 });
  });

  it('is recorded even if it changes nothing, so that a later attempt changes nothing either', async () => {
    const id = await notes.add({ text: 'same' });
    await change(id, withKey('n1'), 'same');
    const nothing = () => notes.repository.update(withKey('n2'), { _id: id }, () => Promise.resolve(undefined));
    expect(await nothing()).toMatchObject({ text: 'same', version: 1 });
    await change(id, notes.scope, 'later');
    expect(await change(id, withKey('n1'), 'same')).toMatchObject({ text: 'same', version: 1 });
    expect(await nothing()).toMatchObject({ text: 'same', version: 1 });
    expect(await notes.stored(id)).toMatchObject({ text: 'later', version: 2 });
  });

  it('is answered on repetition even if the filter no longer matches the document', async () => {
    const id = await notes.add({ text: 'made' });
    const remove = (scope: AccountScope) =>
      notes.repository.update(scope, { _id: id, is_deleted: { $exists: false } }, (before) =>
        Promise.resolve({ after: { ...before, is_deleted: true } }),
      );
    const first = await remove(withKey('d1'));
    expect(await remove(withKey('d1'))).toEqual(first);
    await expect(remove(withKey('d2'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused when the key is used for another document at the same time', async () => {
    const [one, two] = [await notes.add({}), await notes.add({})];
    const changes = [change(one, withKey('c3'), 'a'), change(two, withKey('c3', 'other'), 'b', otherProcess)];
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is forgotten when it expires, and younger requests are kept', async () => {
    const id = await notes.add({ text: 'made' }, withKey('c4'));
    await change(id, withKey('c5'));
    await notes.model.updateOne({ _id: id }, { $set: { 'idempotency.0.until_utc': new Date(Date.now() - 1000) } });
    await forgetOldAnswers(notes.model);
    expect(await notes.repository.findEarlier(withKey('c5'))).toMatchObject({ changed: { _id: id } });
    expect(await notes.add({ text: 'made' }, withKey('c4'))).not.toBe(id);
  });
});

describe('101 changes of one document, each with an Idempotency-Key', () => {
  const keys = Array.from({ length: 101 }, (_, at) => `many-${at}`);
  const answers: unknown[] = [];
  let id: number;
  beforeAll(async () => {
    id = await notes.add({ text: 'made' }, withKey('many-made'));
    for (const key of keys) answers.push(await change(id, withKey(key), key));
  });

  it('are all recognized, and so is the request that created the document', async () => {
    for (const [at, key] of keys.entries()) expect(await change(id, withKey(key), key)).toEqual(answers[at]);
    const elsewhere = change(id, withKey(keys[0]!, 'other'), 'other');
    await expect(elsewhere).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await notes.add({ text: 'made' }, withKey('many-made'))).toBe(id);
    expect(await notes.stored(id)).toMatchObject({ text: 'many-100', version: 102 });
  });

  it('leave few noted requests in the document', async () => {
    expect((await notes.stored(id)).idempotency!.length).toBeLessThanOrEqual(MAX_NOTED);
  });

  it('are not overwritten by a first attempt that ends long after its repetition', async () => {
    let resume = () => {};
    const paused = new Promise<void>((resolve) => (resume = resolve));
    let hangs = () => {};
    const isHung = new Promise<void>((resolve) => (hangs = resolve));
    const hung = otherProcess.repository.update(withKey('many-hung'), { _id: id }, async (before) => {
      hangs();
      await paused;
      return { after: { ...before, text: 'hung' } };
    });
    await isHung;
    const first = await change(id, withKey('many-hung'), 'hung');
    for (let later = 0; later < MAX_NOTED + 1; later++) await change(id, withKey(`much-later-${later}`), `${later}`);
    const noted = (await notes.stored(id)).idempotency!.map(({ key }) => key);
    expect(noted).not.toContain('many-hung');
    resume();
    expect(await hung).toEqual(first);
    expect(await notes.stored(id)).toMatchObject({ text: String(MAX_NOTED) });
  });

  it('are removed from answered_requests exactly when they expire', async () => {
    const moved = answeredRequestModel(notes.connection);
    const ofKey = { user_id: notes.scope.accountId, collection_name: 'notes', key: 'many-1' };
    await forgetMovedAnswers(notes.connection);
    expect(await moved.countDocuments(ofKey)).toBe(1);
    await moved.updateOne(ofKey, { $set: { until_utc: new Date(Date.now() - 1000) } });
    await forgetMovedAnswers(notes.connection);
    expect(await moved.countDocuments(ofKey)).toBe(0);
  });
});

describe('requests that are moved out of a full document', () => {
  const filled = async (prefix: string) => {
    const id = await notes.add({ text: 'made' });
    for (let at = 0; at < MAX_NOTED; at++) await change(id, withKey(`${prefix}-${at}`), `${at}`);
    return { id, revision: (await notes.stored(id)).revision };
  };

  it('are always recognized, even if the process dies between the two writes', async () => {
    const { id, revision } = await filled('cut');
    const dies = new Proxy(notes.model, {
      get: (target, name) =>
        name === 'updateOne' ? () => Promise.reject(new Error('died here')) : (Reflect.get(target, name) as unknown),
    });
    await expect(moveAnswers(dies, { _id: id, user_id: 7 }, revision)).rejects.toThrow('died here');
    expect((await notes.stored(id)).idempotency).toHaveLength(MAX_NOTED);
    expect(await change(id, withKey('cut-0'), '0')).toMatchObject({ text: '0' });
    await change(id, withKey('cut-next'), 'next');
    expect((await notes.stored(id)).idempotency!.map(({ key }) => key)).toEqual(['cut-next']);
    expect(await change(id, withKey('cut-0'), '0')).toMatchObject({ text: '0' });
  });

  it('stay in a document that was written since the read, because that write may still be undone', async () => {
    const { id, revision } = await filled('stale');
    await notes.write(id, 'since');
    await moveAnswers(notes.model, { _id: id, user_id: 7 }, revision);
    expect((await notes.stored(id)).idempotency).toHaveLength(MAX_NOTED);
  });

  it('are moved because of their size too', async () => {
    const id = await notes.add({ text: 'made' });
    for (let at = 0; at < 5; at++) await change(id, withKey(`large-${at}`), String(at).repeat(30_000));
    expect((await notes.stored(id)).idempotency!.length).toBeLessThan(4);
    expect((await change(id, withKey('large-0'), '0'.repeat(30_000))).text[0]).toBe('0');
    expect((await notes.stored(id)).text[0]).toBe('4');
  });
});

describe('a secret field of a document that was changed with an Idempotency-Key', () => {
  const replace = (id: number, key: string, secret: string) =>
    notes.repository.update(withKey(key), { _id: id }, (before) => Promise.resolve({ after: { ...before, secret } }));

  it('is answered to repetitions, and stored readably only while it is in force', async () => {
    const id = await notes.add({ text: 'made' }, withKey('s-made'));
    const answers = [];
    for (let at = 0; at <= MAX_NOTED; at++) answers.push(await replace(id, `s-${at}`, `secret number ${at}.`));
    const moved = await answeredRequestModel(notes.connection).find({ document_id: id }).lean();
    const { secret, idempotency } = await notes.stored(id);
    const stored = JSON.stringify([secret, idempotency, moved]);
    for (const [at, answer] of answers.entries()) {
      expect(answer.secret).toBe(`secret number ${at}.`);
      expect(stored.includes(answer.secret!)).toBe(at === MAX_NOTED);
      expect(await replace(id, `s-${at}`, '')).toEqual(answer);
    }
    expect(moved.length).toBeGreaterThan(0);
  });
});

describe('updateOnce with an Idempotency-Key', () => {
  it('repeats a large answer, and stores a small one', async () => {
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
    for (let at = 0; at < MAX_NOTED; at++) await change(id, withKey(`packed-${at}`), `${at}`);
    expect((await notes.stored(id)).idempotency!.map(({ key }) => key)).not.toContain('packed');
    expect(await send()).toEqual({ nights, none: null });
  });

  const append = (id: number, scope: AccountScope) =>
    notes.repository.updateOnce(scope, { _id: id }, (before) => {
      const text = `${before.text}!`;
      return Promise.resolve({ after: { ...before, text }, answersRequest: { text } });
    });

  it('repeats the first answer, even after the document was changed and deleted', async () => {
    const id = await notes.add({ text: 'a' });
    expect(await append(id, withKey('o1'))).toEqual({ text: 'a!' });
    await notes.write(id, 'changed since');
    expect(await append(id, withKey('o1'))).toEqual({ text: 'a!' });
    await notes.remove(id);
    expect(await append(id, withKey('o1'))).toEqual({ text: 'a!' });
    expect((await notes.stored(id)).text).toBe('changed since');
  });

  it('changes the document once for twenty concurrent requests, and each time without a key', async () => {
    const id = await notes.add({ text: 'a' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => append(id, withKey('o2'))));
    expect(answers).toEqual(answers.map(() => ({ text: 'a!' })));
    expect((await notes.stored(id)).text).toBe('a!');
    for (let time = 0; time < 3; time++) await append(id, notes.scope);
    expect((await notes.stored(id)).text).toBe('a!!!!');
  });

  it('records the request even if it changes nothing, and then does not raise the version', async () => {
    const id = await notes.add({ text: 'a' });
    const nothing = (answer: string) =>
      notes.repository.updateOnce(withKey('o3'), { _id: id }, (before) =>
        Promise.resolve({ after: before, answersRequest: { answer } }),
      );
    expect(await nothing('first')).toEqual({ answer: 'first' });
    expect(await nothing('second')).toEqual({ answer: 'first' });
    expect((await notes.stored(id)).version).toBe(1);
  });

  it('refuses a key that was used for another request, and does not store errors', async () => {
    const [id, other] = [await notes.add({ text: 'a' }), await notes.add({ text: 'b' })];
    await append(id, withKey('o4', 'one'));
    await expect(append(id, withKey('o4', 'two'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(append(other, withKey('o4', 'two'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const refuse = () => Promise.reject(new Error('not now'));
    await expect(notes.repository.updateOnce(withKey('o5'), { _id: id }, refuse)).rejects.toThrow('not now');
    expect(await append(id, withKey('o5'))).toEqual({ text: 'a!!' });
  });
});
