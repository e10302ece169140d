import { ApiError } from '@keyhaven/contracts/shared/errors';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { forgetOldAnswers, MAX_NOTED } from './idempotency';
import { onRefusal, RequestProgress } from './request-progress';
import type { Notes } from './testing/notes';
import { useNotesOfTwoProcesses } from './testing/two-processes';

let notes: Notes;
let otherProcess: Notes;
useNotesOfTwoProcesses('refusals', (one, other) => ([notes, otherProcess] = [one, other]));

const withKey = (key: string, requestHash?: string) => notes.withKey(key, requestHash);

describe('the refusal of a request with an Idempotency-Key', () => {
  /**
   * Sends a request that changes a note, or that is refused if `refusal` is given. RequestProgress
   * is the class that the HTTP layer uses for each request.
   */
  const request = (id: number, key: string, refusal?: string, by = notes) =>
    new RequestProgress(false).run(() =>
      by.repository.update(withKey(key), { _id: id }, (before) => {
        if (refusal !== undefined) return Promise.reject(new ApiError('conflict', refusal));
        return Promise.resolve({ after: { ...before, text: key } });
      }),
    );
  const refused = (message: string) => ({ code: 'conflict', messages: [message] });

  it('is returned whenever the request is repeated', async () => {
    const id = await notes.add({ text: 'made' });
    const before = await notes.repository.find(notes.scope, {}, { limit: 1000 });
    await expect(request(id, 'f1', 'not now')).rejects.toMatchObject(refused('not now'));
    await expect(request(id, 'f1')).rejects.toMatchObject(refused('not now'));
    await expect(notes.add({}, withKey('f1'))).rejects.toMatchObject(refused('not now'));
    await expect(notes.add({}, withKey('f1', 'other'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await notes.repository.find(notes.scope, {}, { limit: 1000 })).toEqual(before);
  });

  it('is never returned as a record, neither by its id nor in a list', async () => {
    const id = await notes.add({ text: 'made' });
    await expect(request(id, 'f8', 'not now')).rejects.toMatchObject(refused('not now'));
    const { _id: idOfRefusal } = (await notes.model.findOne({ 'idempotency.key': 'f8' }).lean())!;
    for (const orderBy of ['_id', 'text', 'updated_utc']) {
      const listed = await notes.repository.find(notes.scope, { _id: { $lt: 1e9 } }, { limit: 1000, orderBy });
      expect(listed.filter(({ _id }) => _id < 0)).toEqual([]);
      expect(listed.map(({ _id }) => _id)).toContain(id);
    }
    expect(idOfRefusal).toBeLessThan(0);
    expect(await notes.repository.findByIds(notes.scope, [idOfRefusal])).toEqual([]);
    expect((await notes.repository.findByIds(notes.scope, [id, idOfRefusal])).map(({ _id }) => _id)).toEqual([id]);
    expect(await notes.repository.findOne(notes.scope, { _id: idOfRefusal })).toBeUndefined();
    expect(await notes.repository.findOne(notes.scope, { _id: { $lt: 0 } })).toBeUndefined();
    expect(await notes.repository.readFieldsByIds(notes.scope, [idOfRefusal], ['text'])).toEqual([]);
  });

  it('is not stored if a concurrent attempt succeeded', async () => {
    const id = await notes.add({ text: 'made' });
    let attempts = 0;
    const answered = await new RequestProgress(false).run(async () => {
      attempts++;
      const earlier = await notes.repository.findEarlier(withKey('f2'));
      if (earlier?.changed) return earlier.changed;
      await request(id, 'f2', undefined, otherProcess);
      for (let at = 0; at <= MAX_NOTED; at++) await notes.write(id, 'changed', withKey(`f2-${at}`));
      expect((await notes.stored(id)).idempotency?.map(({ key }) => key)).not.toContain('f2');
      throw new ApiError('conflict', 'not now');
    });
    expect([attempts, answered.text]).toEqual([2, 'f2']);
    expect(await notes.model.countDocuments({ 'idempotency.key': 'f2' })).toBe(0);
  });

  it('is the same for both attempts if two attempts of the request are refused at the same time', async () => {
    const id = await notes.add({ text: 'made' });
    const [one, other] = await Promise.allSettled([
      request(id, 'f3', 'the one'),
      request(id, 'f3', 'the other', otherProcess),
    ]);
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
    expect(other).toEqual(one);
  });

  it('is returned to a repeated request with the same headers, such as Retry-After', async () => {
    const id = await notes.add({ text: 'made' });
    const refusal = new ApiError('conflict', 'not now', { 'Retry-After': '7' });
    const refuse = () =>
      new RequestProgress(false).run(() =>
        notes.repository.update(withKey('f5'), { _id: id }, () => Promise.reject(refusal)),
      );
    await expect(refuse()).rejects.toBe(refusal);
    await expect(refuse()).rejects.toMatchObject({ ...refused('not now'), headers: { 'Retry-After': '7' } });
  });

  it('is returned to a repeated request without running the request again', async () => {
    const id = await notes.add({ text: 'made' });
    await expect(request(id, 'f6', 'not now')).rejects.toMatchObject(refused('not now'));
    const counting = countStoreCommands(({ find, insert, findAndModify }) =>
      [find, insert, findAndModify].includes('notes'),
    );
    try {
      await expect(request(id, 'f6')).rejects.toMatchObject(refused('not now'));
    } finally {
      // The expected commands are one read of the document and one read of the refusal.
      expect(counting.end()).toBe(2);
    }
  });

  it('is removed again if it was stored in one collection but could not be stored in another collection', async () => {
    const id = await notes.add({ text: 'made' });
    const half = new RequestProgress(false).run(async () => {
      await notes.repository.findEarlier(withKey('f7'));
      onRefusal('others', () => Promise.reject(new Error('the connection was lost')));
      throw new ApiError('conflict', 'not now');
    });
    await expect(half).rejects.toThrow('the connection was lost');
    expect((await request(id, 'f7')).text).toBe('f7');
  });

  it('is removed when it expires, and not before', async () => {
    const id = await notes.add({ text: 'made' });
    await expect(request(id, 'f4', 'not now')).rejects.toMatchObject(refused('not now'));
    await forgetOldAnswers(notes.model);
    await expect(request(id, 'f4')).rejects.toMatchObject(refused('not now'));
    const over = { $set: { 'idempotency.0.until_utc': new Date(Date.now() - 1000) } };
    await notes.model.updateOne({ 'idempotency.key': 'f4' }, over);
    await forgetOldAnswers(notes.model);
    expect((await request(id, 'f4')).text).toBe('f4');
    expect(await notes.model.countDocuments({ revision: { $exists: false }, idempotency: { $size: 0 } })).toBe(0);
  });
});
