import type { AccountScope } from './account-scope';
import { answeredRequestModel, forgetMovedAnswers, MAX_NOTED, moveAnswers } from './idempotency';
import type { Notes } from './testing/notes';
import { pauseChange, useNotesOfTwoProcesses } from './testing/two-processes';

let notes: Notes;
let otherProcess: Notes;
useNotesOfTwoProcesses('idempotency', (one, other) => ([notes, otherProcess] = [one, other]));

const withKey = (key: string, requestHash?: string) => notes.withKey(key, requestHash);

/** Changes a note with a request that can be repeated. */
function change(id: number, scope: AccountScope, text: string) {
  return notes.write(id, text, scope);
}

describe('many changes of one document with different Idempotency-Keys', () => {
  const keys = Array.from({ length: 101 }, (_, at) => `many-${at}`);
  const answers: unknown[] = [];
  let id: number;
  beforeAll(async () => {
    id = await notes.add({ text: 'made' }, withKey('many-made'));
    for (const key of keys) answers.push(await change(id, withKey(key), key));
  });

  it('return their first responses when they are repeated', async () => {
    for (const [at, key] of keys.entries()) expect(await change(id, withKey(key), key)).toEqual(answers[at]);
    const elsewhere = change(id, withKey(keys[0]!, 'other'), 'other');
    await expect(elsewhere).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await notes.add({ text: 'made' }, withKey('many-made'))).toBe(id);
    expect(await notes.stored(id)).toMatchObject({ text: 'many-100', version: 102 });
  });

  it('leave at most 32 stored requests in the document', async () => {
    expect((await notes.stored(id)).idempotency!.length).toBeLessThanOrEqual(MAX_NOTED);
  });

  it('are not overwritten by a delayed first attempt whose key was moved out of the document', async () => {
    const first = await pauseChange(otherProcess, id, withKey('many-hung'), 'hung');
    const repetition = await change(id, withKey('many-hung'), 'hung');
    for (let later = 0; later < MAX_NOTED + 1; later++) await change(id, withKey(`much-later-${later}`), `${later}`);
    const noted = (await notes.stored(id)).idempotency!.map(({ key }) => key);
    expect(noted).not.toContain('many-hung');
    first.resume();
    expect(await first.result).toEqual(repetition);
    expect(await notes.stored(id)).toMatchObject({ text: String(MAX_NOTED) });
  });

  it('lose their entries in answered_requests when the entries expire, and not before', async () => {
    const moved = answeredRequestModel(notes.connection);
    const ofKey = { user_id: notes.scope.accountId, collection_name: 'notes', key: 'many-1' };
    await forgetMovedAnswers(notes.connection);
    expect(await moved.countDocuments(ofKey)).toBe(1);
    await moved.updateOne(ofKey, { $set: { until_utc: new Date(Date.now() - 1000) } });
    await forgetMovedAnswers(notes.connection);
    expect(await moved.countDocuments(ofKey)).toBe(0);
  });
});

describe('stored responses that are moved from the document to answered_requests', () => {
  const filled = async (prefix: string) => {
    const id = await notes.add({ text: 'made' });
    for (let at = 0; at < MAX_NOTED; at++) await change(id, withKey(`${prefix}-${at}`), `${at}`);
    return { id, revision: (await notes.stored(id)).revision };
  };

  it('are still returned to repeated requests if the process dies during the move', async () => {
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

  it('stay in the document if the document changed between the read and the write of the move', async () => {
    const { id, revision } = await filled('stale');
    await notes.write(id, 'since');
    await moveAnswers(notes.model, { _id: id, user_id: 7 }, revision);
    expect((await notes.stored(id)).idempotency).toHaveLength(MAX_NOTED);
  });

  it('are moved before the document contains 32 responses if the responses are large', async () => {
    const id = await notes.add({ text: 'made' });
    for (let at = 0; at < 5; at++) await change(id, withKey(`large-${at}`), String(at).repeat(30_000));
    expect((await notes.stored(id)).idempotency!.length).toBeLessThan(4);
    expect((await change(id, withKey('large-0'), '0'.repeat(30_000))).text[0]).toBe('0');
    expect((await notes.stored(id)).text[0]).toBe('4');
  });
});
