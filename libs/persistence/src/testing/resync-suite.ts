import { randomUUID } from 'node:crypto';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { EventBus } from '@keyhaven/events/event-bus';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { accountId } from '../account-scope';
import { ResyncWorker } from '../resync/resync-worker';
import { type NoteCopies, openNoteCopies } from './note-copies';
import { dropDatabase, type Notes, openNotes } from './notes';

/** The number of notes, which is more than a resync reads at a time. */
const MANY = 230;

/**
 * Defines the tests of a resync.
 * @param makeBus makes a bus that delivers what is published.
 */
export function describeResync(name: string, makeBus: () => Promise<EventBus>): void {
  describe(`a resync over ${name}`, () => {
    const uri = testDatabaseUri();
    let database: string;
    let topic: string;
    let bus: EventBus;
    let consumer: NoteCopies;
    let published: ChangeEvent[];
    const opened: { notes: Notes; worker: ResyncWorker }[] = [];
    beforeEach(async () => {
      database = `${freshDatabasePrefix()}notes`;
      topic = `notes-${randomUUID()}`;
      published = [];
      bus = await makeBus();
      const handle = (event: ChangeEvent) => Promise.resolve(void published.push(event));
      await bus.consume({ group: `watch-${topic}`, topic, handle });
      consumer = await openNoteCopies(uri, `${database}_copies`, bus, topic);
    });
    afterEach(async () => {
      for (const { notes, worker } of opened.splice(0)) {
        await worker.stop(1000);
        await notes.stop();
      }
      await bus.close();
      await consumer.stop();
      for (const each of [database, `${database}_copies`]) await dropDatabase(uri, each);
    });

    /** Opens a process of the service that owns the notes. */
    async function open(generation = 0, perSecond = 1e6): Promise<{ notes: Notes; worker: ResyncWorker }> {
      const notes = await openNotes(uri, database, bus, { topic, generation });
      const { connection, relay } = notes;
      const worker = new ResyncWorker({ connection, bus, relay, report: () => {}, perSecond, wakeEveryMs: 50 });
      relay.start();
      worker.start();
      opened.push({ notes, worker });
      return { notes, worker };
    }
    const stop = async (index: number) => {
      const { notes, worker } = opened.splice(index, 1)[0]!;
      await worker.stop(5000);
      await notes.stop();
    };
    const everything = { entityTypes: ['note'], userId: null };
    const addMany = (notes: Notes, count = MANY) =>
      Promise.all(Array.from({ length: count }, (_, index) => notes.add({ text: `note ${index}` })));
    const living = async (notes: Notes) => {
      const stored = await notes.model.find({ is_deleted: { $ne: true } }).lean();
      return Object.fromEntries(stored.map(({ _id, text }) => [_id, text]));
    };
    const agree = async (notes: Notes) =>
      until(async () => JSON.stringify(await consumer.texts()) === JSON.stringify(await living(notes)), 60_000);
    /** Sets the stored times of the copies back, as if their events had been published long ago. */
    const age = () => consumer.copies.model.updateMany({}, { $set: { published_utc: new Date(0) } });
    const ended = async (worker: ResyncWorker) => until(async () => (await worker.latest())?.state === 'done', 60_000);

    it('rebuilds deleted copies while the records continue to change', async () => {
      const { notes, worker } = await open(0, 2000);
      const ids = await addMany(notes);
      await agree(notes);
      await consumer.copies.model.deleteMany({});
      await worker.begin(everything);
      const changed = ids.filter((_, index) => index % 7 === 0);
      for (const id of changed) await notes.write(id, 'changed meanwhile');
      for (const id of ids.slice(1, 4)) await notes.remove(id);
      await addMany(notes, 5);
      await ended(worker);
      await agree(notes);
      expect(Object.keys(await consumer.texts())).toHaveLength(MANY + 2);
      expect((await worker.latest())!.published.note).toBeGreaterThanOrEqual(MANY - 3);
    }, 90_000);

    it('does not restore deleted records, and removes a copy whose deletion event never arrived', async () => {
      const { notes, worker } = await open();
      const [received, missed] = [await notes.add(), await notes.add()];
      await until(() => published.length >= 2);
      await notes.remove(received);
      await agree(notes);
      await notes.model.updateOne({ _id: missed }, { $set: { is_deleted: true } });
      await age();
      await worker.begin(everything);
      await agree(notes);
      expect(await consumer.texts()).toEqual({});
      // Deliver earlier events again, because a bus may do this at any time.
      await bus.publish(
        topic,
        published.filter(({ action }) => action === 'entity_create'),
      );
      const marker = await notes.add({ text: 'marker' });
      await until(async () => marker in (await consumer.texts()));
      await agree(notes);
    });

    it('replaces copies that are newer than a restored backup, and removes copies that are not in the backup', async () => {
      const before = await open();
      const kept = await before.notes.add({ text: 'in the backup' });
      await agree(before.notes);
      const backup = await before.notes.model.find().lean();
      await before.notes.write(kept, 'second');
      await before.notes.write(kept, 'third');
      const lost = await before.notes.add({ text: 'after the backup' });
      await agree(before.notes);
      await stop(0);

      const { notes, worker } = await open(1);
      await notes.model.deleteMany({});
      await notes.model.collection.insertMany(backup as never);
      await worker.begin(everything);
      await agree(notes);
      expect(await consumer.texts()).toEqual({ [kept]: 'in the backup' });

      // Events from before the restore arrive late, one of them for a record whose copy was
      // removed.
      await ended(worker);
      await consumer.copies.model.deleteOne({ _id: lost });
      await bus.publish(topic, [...published]);
      await notes.write(kept, 'changed after the restore');
      await agree(notes);
      expect(await consumer.texts()).toEqual({ [kept]: 'changed after the restore' });
    });

    it('changes no copy of other accounts if the resync is for one account', async () => {
      const { notes, worker } = await open();
      const other = { accountId: accountId(8) };
      const [mine, theirs, straysOfTheirs] = [
        await notes.add(),
        await notes.add({}, other),
        await notes.add({}, other),
      ];
      await agree(notes);
      await consumer.copies.model.deleteMany({ _id: { $in: [mine, theirs] } });
      await notes.model.deleteOne({ _id: straysOfTheirs });
      await age();
      await worker.begin({ ...everything, userId: 7 });
      await ended(worker);
      await until(async () => mine in (await consumer.texts()));
      expect(Object.keys(await consumer.texts()).map(Number)).toEqual([mine, straysOfTheirs]);
      await worker.begin(everything);
      await agree(notes);
      expect(Object.keys(await consumer.texts()).map(Number)).toEqual([mine, theirs]);
    });

    it('is continued by another process if the process that publishes the records ends', async () => {
      const { notes, worker } = await open(0, 100);
      await addMany(notes);
      await agree(notes);
      await consumer.copies.model.deleteMany({});
      const { epoch } = await worker.begin(everything);
      await until(async () => ((await worker.latest())?.after_id ?? 0) > 0);
      await stop(0);
      const successor = await open();
      await ended(successor.worker);
      await agree(successor.notes);
      expect(await successor.worker.latest()).toMatchObject({ epoch, published: { note: MANY } });
    });
  });
}
