import type { AccountScope } from './account-scope';
import { answeredRequestModel, forgetOldAnswers, MAX_NOTED } from './idempotency';
import type { Notes } from './testing/notes';
import { pauseChange, useNotesOfTwoProcesses } from './testing/two-processes';

let notes: Notes;
let otherProcess: Notes;
useNotesOfTwoProcesses('idempotency', (one, other) => ([notes, otherProcess] = [one, other]));

const withKey = (key: string, requestHash?: string) => notes.withKey(key, requestHash);

/** Changes a note with a request that the client may repeat. */
function change(id: number, scope: AccountScope, text = 'changed', by = notes) {
  return by.write(id, text, scope);
}

describe('a change with an Idempotency-Key', () => {
  it('is recognized when it is repeated, and refused if its key was used for a different request', async () => {
    const id = await notes.add({ text: 'made' }, withKey('c1'));
    expect(await notes.repository.findEarlier(withKey('c2'))).toBeUndefined();
    await change(id, withKey('c2'));
    expect(await notes.repository.findEarlier(withKey('c2'))).toMatchObject({ changed: { _id: id, text: 'changed' } });
    const other = notes.repository.findEarlier(withKey('c2', 'other'));
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await notes.repository.findEarlier(withKey('c1'))).toMatchObject({ created: { record: { id } } });
    await expect(change(id, withKey('c1'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('returns the first response when it is repeated, and does not change the document a second time', async () => {
    const id = await notes.add({ text: 'made' });
    const first = await change(id, withKey('r1'), 'first');
    await change(id, withKey('r2'), 'second');
    expect(await change(id, withKey('r1'), 'first')).toEqual(first);
    expect(await notes.stored(id)).toMatchObject({ text: 'second', version: 3 });
  });

  it('returns the first response when it is repeated with the If-Match of the first attempt', async () => {
    const id = await notes.add({ text: 'made' });
    const scope = { ...withKey('v1'), ifMatchVersion: 1 };
    const first = await change(id, scope, 'first');
    expect(await change(id, scope, 'first')).toEqual(first);
    const stale = change(id, { ...withKey('v2'), ifMatchVersion: 1 }, 'second');
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' });
  });

  it('changes nothing if its first attempt arrives late, after the repeated request and a later change', async () => {
    const id = await notes.add({ text: 'made' });
    const first = await pauseChange(otherProcess, id, withKey('h1'), 'first');
    const repetition = await change(id, withKey('h1'), 'first');
    await change(id, withKey('h2'), 'later');
    first.resume();
    expect(await first.result).toEqual(repetition);
    expect(await notes.stored(id)).toMatchObject({ text: 'later', version: 3 });
  });

  it('is stored even if it changes nothing, so that a repeated request does not undo a later change', async () => {
    const id = await notes.add({ text: 'same' });
    await change(id, withKey('n1'), 'same');
    const nothing = () => notes.repository.update(withKey('n2'), { _id: id }, () => Promise.resolve(undefined));
    expect(await nothing()).toMatchObject({ text: 'same', version: 1 });
    await change(id, notes.scope, 'later');
    expect(await change(id, withKey('n1'), 'same')).toMatchObject({ text: 'same', version: 1 });
    expect(await nothing()).toMatchObject({ text: 'same', version: 1 });
    expect(await notes.stored(id)).toMatchObject({ text: 'later', version: 2 });
  });

  it('returns the first response even if the filter of the change no longer matches the document', async () => {
    const id = await notes.add({ text: 'made' });
    const remove = (scope: AccountScope) =>
      notes.repository.update(scope, { _id: id, is_deleted: { $exists: false } }, (before) =>
        Promise.resolve({ after: { ...before, is_deleted: true } }),
      );
    const first = await remove(withKey('d1'));
    expect(await remove(withKey('d1'))).toEqual(first);
    await expect(remove(withKey('d2'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused if a concurrent request uses the same key for a different document', async () => {
    const [one, two] = [await notes.add({}), await notes.add({})];
    const changes = [change(one, withKey('c3'), 'a'), change(two, withKey('c3', 'other'), 'b', otherProcess)];
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is still recognized when older requests for the same document have expired', async () => {
    const id = await notes.add({ text: 'made' }, withKey('c4'));
    await change(id, withKey('c5'));
    await notes.model.updateOne({ _id: id }, { $set: { 'idempotency.0.until_utc': new Date(Date.now() - 1000) } });
    await forgetOldAnswers(notes.model);
    expect(await notes.repository.findEarlier(withKey('c5'))).toMatchObject({ changed: { _id: id } });
    expect(await notes.add({ text: 'made' }, withKey('c4'))).not.toBe(id);
  });
});

describe('a secret field that was changed with an Idempotency-Key', () => {
  const replace = (id: number, key: string, secret: string) =>
    notes.repository.update(withKey(key), { _id: id }, (before) => Promise.resolve({ after: { ...before, secret } }));

  it('is returned whenever the request is repeated, even if the stored response is encrypted', async () => {
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
