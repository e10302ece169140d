import { ApiError } from '@keyhaven/contracts/shared/errors';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import type { AccountScope } from './account-scope';
import { dropDatabase, type Notes, openNotes } from './testing/notes';
import { RecordingBus } from './testing/recording-bus';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}deciding`;
let notes: Notes;
beforeAll(async () => {
  notes = await openNotes(uri, database, new RecordingBus());
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(uri, database);
});

const create = (scope: AccountScope, name: string) =>
  notes.repository.create(scope, async () => ({
    after: { _id: await notes.ids.next('note'), user_id: 7, version: 0, text: name } as never,
    references: undefined,
    steps: [{ name, args: {}, decides: true }],
  }));

describe('a step that decides the answer', () => {
  it('is done before the write is answered, and removed with the event', async () => {
    let done = 0;
    notes.relay.defineStep('count', () => Promise.resolve(void done++));
    const { record } = await create(notes.scope, 'count');
    expect(done).toBe(1);
    await until(async () => (await notes.stored(record.id)).outbox === undefined);
    expect(done).toBe(1);
  });

  it('answers the write with what it throws, also where the write was an update', async () => {
    notes.relay.defineStep('refuse', () => Promise.reject(new ApiError('conflict', 'not so')));
    await expect(create(notes.scope, 'refuse')).rejects.toMatchObject({ code: 'conflict' });
    const id = await notes.add();
    const update = notes.repository.update(notes.scope, { _id: id }, (before) =>
      Promise.resolve({ after: before, references: undefined, steps: [{ name: 'refuse', args: {}, decides: true }] }),
    );
    await expect(update).rejects.toMatchObject({ messages: ['not so'] });
    expect(notes.reports.filter(({ kind }) => kind === 'step_failed')).toEqual([]);
    notes.relay.defineStep('refuse', () => Promise.resolve());
  });

  it('that was left undone is done before a repetition of the request is answered', async () => {
    const scope: AccountScope = { ...notes.scope, idempotency: { key: 'again', requestHash: 'hash' } };
    let isDown = true;
    let done = 0;
    notes.relay.defineStep('fragile', () =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(void done++),
    );
    await expect(create(scope, 'fragile')).rejects.toThrow('down');
    await expect(create(scope, 'fragile')).rejects.toThrow('down');
    isDown = false;
    const { record } = await create(scope, 'fragile');
    expect(done).toBeGreaterThan(0);
    expect(await notes.repository.find(notes.scope, { text: 'fragile' }, { limit: 5 })).toMatchObject([
      { _id: record.id },
    ]);
  });

  it('may take back the answer that repetitions would get', async () => {
    const scope: AccountScope = { ...notes.scope, idempotency: { key: 'withdrawn', requestHash: 'hash' } };
    notes.relay.defineStep('withdraw', async (_args, { id }) => {
      await notes.repository.update(notes.scope, { _id: id }, (before) =>
        Promise.resolve({ after: { ...before, text: 'gone' }, references: undefined, forgetsAnswer: true }),
      );
      throw new ApiError('conflict', 'withdrawn');
    });
    await expect(create(scope, 'withdraw')).rejects.toMatchObject({ messages: ['withdrawn'] });
    notes.relay.defineStep('withdraw', () => Promise.resolve());
    const again = await create(scope, 'withdraw');
    expect(again.record.text).toBe('withdraw');
  });
});
