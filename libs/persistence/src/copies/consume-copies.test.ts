import { type ChangeEvent, EVERY_ACCOUNT, RESYNC_END, resyncTopic } from '@keyhaven/events/change-event';
import type { DeadLetter } from '@keyhaven/events/event-bus';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { anEvent } from '@keyhaven/events/testing/event-bus-contract';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import { accountId } from '../account-scope';
import { faultyUniqueIndexes } from '../indexes';
import { type NoteCopies, type NoteCopy, openNoteCopies } from '../testing/note-copies';
import { dropDatabase } from '../testing/notes';
import type { CopyChange } from './consume-copies';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}copies`;
const deadLetters: DeadLetter[] = [];
const topic = 'notes';
let bus: InProcessBus;
let consumer: NoteCopies;
/** The successful calls of the follow-up work. The next `failures` calls fail. */
let followUps: CopyChange<NoteCopy>[] = [];
let failures = 0;
beforeAll(async () => {
  bus = new InProcessBus({ onDeadLetter: (deadLetter) => deadLetters.push(deadLetter), attempts: 1 });
  bus.start();
  consumer = await openNoteCopies(uri, database, bus, topic, (change) => {
    if (failures-- > 0) return Promise.reject(new Error('the follow-up work failed'));
    followUps.push(change);
    return Promise.resolve();
  });
});
afterAll(async () => {
  await bus.close();
  await consumer.stop();
  await dropDatabase(uri, database);
});
beforeEach(() => {
  followUps = [];
  failures = 0;
});

let lastId = 0;
const scope = { accountId: accountId(1) };
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();
const textOf = async (id: number) => (await consumer.copies.findOne(scope, { _id: id }))?.text;
const note = (entity_id: number, version: number, part: Partial<ChangeEvent> = {}) =>
  anEvent({
    entity_type: 'note',
    entity_id,
    version,
    occurred_utc: daysAgo(0),
    entity: { text: `version ${version}` },
    ...part,
  });
const deletion = (entity_id: number, version: number, part: Partial<ChangeEvent> = {}) =>
  note(entity_id, version, { action: 'entity_delete', ...part });
const publish = (...events: ChangeEvent[]) => bus.publish(topic, events);
/** Delivers events as a bus does when it redrives dead letters. */
const redrive = (...events: ChangeEvent[]) =>
  Promise.all(events.map((event) => consumer.handle(event, undefined, true)));
/**
 * The start of the resync in these tests. `hoursAfter` returns the time that is a number of hours
 * after this start, or before it if the number is negative.
 */
const began = Date.now() - 24 * 3600_000;
const hoursAfter = (hours: number) => new Date(began + hours * 3600_000).toISOString();
const EPOCH = hoursAfter(0);
const republished = (entity_id: number, version: number, part: Partial<ChangeEvent> = {}) =>
  note(entity_id, version, { is_resync: true, resync_epoch: EPOCH, ...part });
const endMark = (part: Partial<ChangeEvent> = {}) =>
  anEvent({
    entity_type: 'note',
    entity_id: 0,
    version: 0,
    action: RESYNC_END,
    user_id: EVERY_ACCOUNT,
    is_resync: true,
    resync_epoch: EPOCH,
    entity: {},
    ...part,
  });
const resync = (...events: ChangeEvent[]) => bus.publish(resyncTopic(topic), events);

describe('consumeCopies', () => {
  it('stores the state with the highest `generation` and `version`, even if events arrive repeatedly and in any order', async () => {
    const order = fc.record({
      generation: fc.integer({ min: 0, max: 2 }),
      version: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 12 }), async (published) => {
        const id = ++lastId;
        // Whether a version is a deletion. All events with the same generation and version get the same result.
        const isDeletion = (generation: number, version: number) => (generation + version) % 3 === 0;
        for (const { generation, version } of published) {
          const make = isDeletion(generation, version) ? deletion : note;
          await publish(make(id, version, { generation, entity: { text: `${generation}/${version}` } }));
        }
        const newest = published.reduce((a, b) =>
          b.generation > a.generation || (b.generation === a.generation && b.version > a.version) ? b : a,
        );
        const isGone = isDeletion(newest.generation, newest.version);
        expect(await textOf(id)).toBe(isGone ? undefined : `${newest.generation}/${newest.version}`);
      }),
      { numRuns: times(60, 15) },
    );
  });

  it('keeps the newest version of each record, even if events of several records arrive at the same time', async () => {
    const published = fc.record({
      record: fc.integer({ min: 0, max: 3 }),
      generation: fc.integer({ min: 0, max: 1 }),
      version: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(published, { minLength: 2, maxLength: 16 }), async (all) => {
        const first = lastId + 1;
        lastId += 4;
        const newest = new Map<number, { generation: number; version: number }>();
        await Promise.all(
          all.map(({ record, generation, version }) => {
            const known = newest.get(record);
            if (!known || generation * 10 + version > known.generation * 10 + known.version)
              newest.set(record, { generation, version });
            const make = version % 3 === 0 ? deletion : note;
            return publish(make(first + record, version, { generation, entity: { text: `${generation}/${version}` } }));
          }),
        );
        for (const [record, { generation, version }] of newest) {
          const isGone = version % 3 === 0;
          expect(await textOf(first + record)).toBe(isGone ? undefined : `${generation}/${version}`);
          expect(await consumer.copies.model.findById(first + record).lean()).not.toHaveProperty('follow_up');
        }
      }),
      { numRuns: times(40, 10) },
    );
  });

  it('writes the copies of many records with few database commands', async () => {
    const events = Array.from({ length: 50 }, () => note(++lastId, 1));
    const counting = countStoreCommands();
    await publish(...events);
    // The expected commands are one write, one read, one write after the follow-up work, and one read of the lowest
    // valid generation.
    expect(counting.end()).toBeLessThan(8);
    expect(followUps).toHaveLength(50);
    expect(await textOf(lastId)).toBe('version 1');
  });

  it('replaces the copy of a deleted record with an empty tombstone, which the database removes later', async () => {
    const id = ++lastId;
    await publish(note(id, 1), deletion(id, 2));
    const stored = await consumer.copies.model.findById(id).lean();
    expect(stored).toEqual({
      _id: id,
      user_id: 1,
      generation: 0,
      version: 2,
      published_utc: expect.any(Date),
      deleted_utc: expect.any(Date),
    });
    expect(await consumer.copies.find(scope, {}, { limit: 1000 })).not.toContainEqual(
      expect.objectContaining({ _id: id }),
    );
    const indexes = await consumer.copies.model.listIndexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { deleted_utc: 1 }, expireAfterSeconds: 3628800 }));
    expect(await faultyUniqueIndexes(consumer.connection)).toEqual([]);
  });

  it('stores the deletion of an unknown record, so that a late creation of the record is ignored', async () => {
    const id = ++lastId;
    await publish(deletion(id, 2));
    await publish(note(id, 1));
    expect(await textOf(id)).toBeUndefined();
  });

  it('creates no copy from a dead letter that is older than 28 days, because the tombstone of the record may have expired', async () => {
    const [deleted, unknown, recent] = [++lastId, ++lastId, ++lastId];
    await publish(note(deleted, 1), deletion(deleted, 2));
    await consumer.copies.model.deleteOne({ _id: deleted });
    const old = { occurred_utc: daysAgo(29) };
    await redrive(note(deleted, 1, old), note(unknown, 1, old), note(recent, 1, { occurred_utc: daysAgo(27) }));
    expect(await Promise.all([deleted, unknown, recent].map(textOf))).toEqual([undefined, undefined, 'version 1']);
    expect(followUps.slice(2).map(({ id }) => id)).toEqual([recent]);
    // An event that was not a dead letter creates a copy at any age: it may have waited long in an outbox.
    await publish(note(unknown, 1, old));
    expect(await textOf(unknown)).toBe('version 1');
  });

  it('updates or removes an existing copy even from a dead letter that is older than 28 days', async () => {
    const [changed, removed] = [++lastId, ++lastId];
    await publish(note(changed, 1), note(removed, 1));
    const old = { occurred_utc: daysAgo(29) };
    await redrive(note(changed, 2, old), deletion(removed, 2, old));
    expect(await Promise.all([changed, removed].map(textOf))).toEqual(['version 2', undefined]);
  });

  it('turns events that it cannot read into dead letters, and continues', async () => {
    const id = ++lastId;
    await publish(note(id, 1, { entity: { text: 5 } }), note(id, 2));
    expect(deadLetters).toMatchObject([{ reason: expect.stringContaining(`note ${id} is not readable`) }]);
    expect(await textOf(id)).toBe('version 2');
  });

  it('does not return the copy of another account', async () => {
    const id = ++lastId;
    await publish(note(id, 1));
    expect(await consumer.copies.findOne({ accountId: accountId(2) }, { _id: id })).toBeUndefined();
  });
});

describe('the last event of a resync (`resync_end`)', () => {
  it('removes copies that were not republished, but keeps copies that changed since the resync began', async () => {
    const [published, missing, changed, ahead] = [++lastId, ++lastId, ++lastId, ++lastId];
    const long = { occurred_utc: hoursAfter(-48) };
    await publish(note(published, 3, long), note(missing, 3, long), note(ahead, 4, long));
    await publish(note(changed, 1, { occurred_utc: hoursAfter(0.01) }));
    // The copy of `ahead` is newer than the version that was republished. The record still counts
    // as republished.
    await resync(republished(published, 3), republished(ahead, 3), endMark());
    expect(await Promise.all([published, missing, changed, ahead].map(textOf))).toEqual([
      'version 3',
      undefined,
      'version 1',
      'version 4',
    ]);
    // The end mark of an earlier resync arrives late. Then the current end mark arrives again.
    await resync(endMark({ resync_epoch: hoursAfter(-24) }), endMark());
    expect(await textOf(changed)).toBe('version 1');
    // The next resync restores a copy that was removed.
    await resync(republished(missing, 3));
    expect(await textOf(missing)).toBe('version 3');
  });

  it('removes copies with an older `generation`, and late events with it do not restore them', async () => {
    const [kept, gone, late] = [++lastId, ++lastId, ++lastId];
    const recent = { occurred_utc: hoursAfter(12) };
    await publish(note(kept, 9, recent), note(gone, 9, recent));
    await resync(republished(kept, 2, { generation: 1 }), endMark({ generation: 1 }));
    await publish(note(gone, 10, recent), note(late, 1, recent));
    expect(await Promise.all([kept, gone, late].map(textOf))).toEqual(['version 2', undefined, undefined]);
    await publish(note(late, 1, { ...recent, generation: 1 }));
    expect(await textOf(late)).toBe('version 1');
    expect(followUps.at(-1)).toMatchObject({ id: late, before: [undefined] });
  });

  it('keeps the copies of other accounts if the resync was for one account', async () => {
    const [mine, theirs] = [++lastId, ++lastId];
    const part = { generation: 1, occurred_utc: hoursAfter(-48) };
    await publish(note(mine, 1, { ...part, user_id: 5 }), note(theirs, 1, { ...part, user_id: 6 }));
    await resync(endMark({ generation: 1, user_id: 5 }));
    const living = await consumer.copies.model.find({ _id: { $in: [mine, theirs] }, deleted_utc: { $exists: false } });
    expect(living.map(({ _id }) => _id)).toEqual([theirs]);
  });

  it('removes nothing if it arrives so late that the bus may have dropped events of the resync', async () => {
    const id = ++lastId;
    await publish(note(id, 1, { generation: 1, user_id: 4, occurred_utc: daysAgo(20) }));
    await resync(endMark({ generation: 1, user_id: 4, resync_epoch: hoursAfter(-13 * 24 - 1) }));
    expect(await consumer.copies.findOne({ accountId: accountId(4) }, { _id: id })).toBeDefined();
    await resync(endMark({ generation: 1, user_id: 4, resync_epoch: hoursAfter(-12 * 24) }));
    expect(await consumer.copies.findOne({ accountId: accountId(4) }, { _id: id })).toBeUndefined();
  });

  it('becomes a dead letter if it has no `resync_epoch`', async () => {
    const before = deadLetters.length;
    await resync(endMark({ resync_epoch: undefined }));
    expect(deadLetters.slice(before)).toMatchObject([{ reason: expect.stringContaining('no epoch') }]);
  });
});

describe('the follow-up work after a change of a copy', () => {
  const part = { generation: 1 };

  it('receives the previous state and the new state of the copy', async () => {
    const id = ++lastId;
    await publish(note(id, 1, part), note(id, 2, part), deletion(id, 3, part));
    expect(followUps.map(({ before, after }) => [before.map((state) => state?.text), after?.text])).toEqual([
      [[undefined], 'version 1'],
      [['version 1'], 'version 2'],
      [['version 2'], undefined],
    ]);
    expect(Object.keys(followUps[1]!.before[0]!).sort()).toEqual(['_id', 'generation', 'text', 'user_id', 'version']);
  });

  it('is repeated after a failure, with the same previous state of the copy', async () => {
    const id = ++lastId;
    await publish(note(id, 1, part));
    failures = 2;
    for (let attempt = 1; attempt <= 2; attempt++) {
      await expect(publish(note(id, 2, part))).rejects.toThrow('the follow-up work failed');
    }
    await publish(note(id, 2, part));
    expect(followUps.at(-1)).toMatchObject({ before: [{ text: 'version 1' }], after: { text: 'version 2' } });
    expect(await consumer.copies.model.findById(id).lean()).not.toHaveProperty('follow_up');
  });

  it('receives all states of the copy since its last success, after it failed for several changes', async () => {
    const id = ++lastId;
    failures = 3;
    await expect(publish(note(id, 1, part))).rejects.toThrow('the follow-up work failed');
    await expect(publish(deletion(id, 2, part))).rejects.toThrow('the follow-up work failed');
    await expect(resync(republished(id, 3, part))).rejects.toThrow('the follow-up work failed');
    await resync(republished(id, 4, part));
    const texts = followUps.at(-1)!.before.map((state) => state?.text);
    expect(texts).toEqual([undefined, 'version 1', undefined, 'version 3']);
    expect(followUps.at(-1)).toMatchObject({ id, after: { text: 'version 4' } });
    expect(await consumer.copies.model.findById(id).lean()).not.toHaveProperty('follow_up');
  });

  it('is repeated when `resync_end` is delivered again after a failure', async () => {
    const id = ++lastId;
    await publish(note(id, 1, { ...part, user_id: 9, occurred_utc: hoursAfter(-48) }));
    failures = 1;
    const mark = endMark({ ...part, user_id: 9 });
    await expect(resync(mark)).rejects.toThrow('the follow-up work failed');
    await resync(mark);
    expect(followUps.at(-1)).toMatchObject({ id, before: [{ text: 'version 1' }], after: undefined });
  });
});
