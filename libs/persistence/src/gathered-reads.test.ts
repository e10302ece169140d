import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { type AccountScope, accountId } from './account-scope';
import { dropDatabase, type Notes, openNotes } from './testing/notes';
import { RecordingBus } from './testing/recording-bus';

const database = `${freshDatabasePrefix()}gathered`;
let notes: Notes;
let ids: number[];
beforeAll(async () => {
  notes = await openNotes(testDatabaseUri(), database, new RecordingBus());
  ids = [await notes.add({ text: 'a' }), await notes.add({ text: 'b' }), await notes.add({ text: 'c' })];
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(testDatabaseUri(), database);
});

const other: AccountScope = { accountId: accountId(8) };

/** Does the work in parallel, and counts the commands that read notes. */
async function countReads<Result>(work: () => Promise<Result>[]): Promise<{ results: Result[]; commands: number }> {
  const counting = countStoreCommands((command) => command.find === 'notes');
  try {
    const results = await Promise.all(work());
    return { results, commands: counting.end() };
  } catch (error) {
    counting.end();
    throw error;
  }
}

describe('reads of single documents at the same time', () => {
  it('share one command, and each reader receives its own document', async () => {
    const wanted = [...ids, ids[0]!, 999_999];
    const { results, commands } = await countReads(() =>
      wanted.map((_id) => notes.repository.findOne(notes.scope, { _id })),
    );
    expect(results.map((note) => note?.text)).toEqual(['a', 'b', 'c', 'a', undefined]);
    expect(commands).toBe(1);
  });

  it('share one command with reads of short lists of ids', async () => {
    const { results, commands } = await countReads(() => [
      notes.repository.findByIds(notes.scope, ids.slice(0, 2)),
      notes.repository.findByIds(notes.scope, ids.slice(1)),
      notes.repository.findByIds(notes.scope, []),
    ]);
    expect(results.map((found) => found.map(({ text }) => text).sort())).toEqual([['a', 'b'], ['b', 'c'], []]);
    expect(commands).toBe(1);
  });

  it('share one command if several concurrent changes need them', async () => {
    const changed = [await notes.add(), await notes.add()];
    const { results, commands } = await countReads(() => changed.map((id) => notes.write(id, `of ${id}`)));
    expect(results.map(({ _id, text }) => [_id, text])).toEqual(changed.map((id) => [id, `of ${id}`]));
    expect(commands).toBe(1);
  });

  it('return a document only to its own account', async () => {
    const { results } = await countReads(() => [
      notes.repository.findOne(other, { _id: ids[0]! }),
      notes.repository.findOne(notes.scope, { _id: ids[0]! }),
      notes.repository.findOne(other, { _id: ids[0]!, user_id: notes.scope.accountId }),
    ]);
    expect(results.map((note) => note?.text)).toEqual([undefined, 'a', undefined]);
  });

  it('return a document only to readers whose filters match the document', async () => {
    const { results } = await countReads(() =>
      ['a', 'b'].map((text) => notes.repository.findOne(notes.scope, { _id: ids[0]!, text })),
    );
    expect(results.map((note) => note?.text)).toEqual(['a', undefined]);
  });
});

it('a read that starts after a write sees the write, even if an earlier read is still running', async () => {
  const id = await notes.add({ text: 'before' });
  const earlier: Promise<unknown>[] = [];
  for (let turn = 0; turn < 20; turn++) {
    earlier.push(notes.repository.findOne(notes.scope, { _id: id }));
    await notes.write(id, `turn ${turn}`);
    const found = notes.repository.findOne(notes.scope, { _id: id });
    expect((await found)?.text).toBe(`turn ${turn}`);
  }
  await Promise.all(earlier);
});
