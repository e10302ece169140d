import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import type { AccountScope } from './account-scope';
import { isDuplicateKey } from './duplicate-key';
import { dropDatabase, type Notes, openNotes } from './testing/notes';
import { RecordingBus } from './testing/recording-bus';
import { Together } from './together';

const database = `${freshDatabasePrefix()}together`;
let notes: Notes;
beforeAll(async () => {
  notes = await openNotes(testDatabaseUri(), database, new RecordingBus());
  await notes.add();
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(testDatabaseUri(), database);
});

/** The scope of one creation among several that run together, like a line of an import. */
const line = (together: Together, name: string): AccountScope => ({
  ...notes.scope,
  together,
  idempotency: { key: `key of ${name}`, sentKey: name, requestHash: name },
});
const names = Array.from({ length: 50 }, (_, number) => `note ${number}`);

describe('creations that run together, such as the creations of an import', () => {
  it('store fifty records with fewer than ten database commands', async () => {
    const together = new Together();
    const counting = countStoreCommands();
    const ids = await Promise.all(names.map((text) => notes.add({ text }, line(together, text))));
    // The expected commands are one read of the keys, one bulk write and one read of the documents.
    // The relay and the allocation of ids send a few more commands.
    expect(counting.end()).toBeLessThan(10);
    await until(async () => ((await notes.stored(ids.at(-1)!)).outbox ?? []).length === 0);
    for (const [index, id] of ids.entries()) expect((await notes.stored(id)).text).toBe(names[index]);
  });

  it('create no second record if they are repeated, and are reported as repeated', async () => {
    const again = new Together();
    const count = await notes.model.countDocuments();
    await Promise.all(names.map((text) => notes.add({ text }, line(again, text))));
    expect([await notes.model.countDocuments(), again.repeated.size]).toEqual([count, names.length]);
  });

  it('fail only for the documents that a unique index refuses, and store the other documents', async () => {
    const together = new Together();
    const places = ['a', 'b', 'a', 'c'];
    const outcomes = await Promise.allSettled(
      places.map((place, index) => notes.add({ place }, line(together, `place ${index}`))),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => isDuplicateKey(reason))).toEqual([true]);
    expect(await notes.model.countDocuments({ place: { $in: places } })).toBe(3);
  });

  it('all fail if the shared database call fails', async () => {
    const together = new Together();
    const fail = () => Promise.reject(new Error('away'));
    const calls = [1, 2].map((item) => together.gather('failing', item, fail));
    for (const call of calls) await expect(call).rejects.toThrow('away');
  });
});
