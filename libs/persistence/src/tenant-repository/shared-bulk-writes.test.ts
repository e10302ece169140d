import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { isDuplicateKey } from '../duplicate-key';
import { outsideRepeatable, withinConsumer, withinJob } from '../repeatable-work';
import { dropDatabase, type NoteDocument, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';

const database = `${freshDatabasePrefix()}shared`;
const bus = new RecordingBus();
let notes: Notes;
beforeAll(async () => {
  notes = await openNotes(testDatabaseUri(), database, bus);
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(testDatabaseUri(), database);
});
afterEach(() => jest.restoreAllMocks());

type Fields = Partial<NoteDocument>;
const update = (id: number, fields: Fields) =>
  notes.repository.update(notes.scope, { _id: id }, (before) => Promise.resolve({ after: { ...before, ...fields } }));
const create = async (fields: Fields) => {
  const after = { _id: await notes.ids.next('note'), user_id: notes.scope.accountId, version: 0, text: 'new' };
  return notes.repository.create(notes.scope, () => Promise.resolve({ after: { ...after, ...fields } }));
};
/** Stores notes whose outboxes are empty, so that the relay sends no bulk write. */
const addNotes = async (count: number) => {
  const ids: number[] = [];
  for (let number = 0; number < count; number++) ids.push(await notes.add({ text: `old ${number}` }));
  await outboxesEmpty(ids);
  return ids;
};
const outboxesEmpty = (ids: readonly number[]) => {
  const isWaiting = { _id: { $in: ids }, 'outbox.0': { $exists: true } };
  return until(async () => (await notes.model.countDocuments(isWaiting)) === 0);
};
const isOfBulk = ({ update }: Record<string, unknown>) => update === 'notes';
const isSingle = ({ findAndModify }: Record<string, unknown>) => findAndModify === 'notes';
const publishedTexts = (id: number) =>
  bus.events.filter(({ entity_id }) => entity_id === id).map(({ entity }) => entity.text);
const refusedIndexes = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => isDuplicateKey(reason) && Object.keys(reason.keyPattern));

/** Runs the work after the next bulk write of notes, before its caller continues. */
function afterNextBulk(work: () => Promise<unknown>): void {
  const { collection } = notes.model;
  const send = collection.bulkWrite.bind(collection);
  jest.spyOn(collection, 'bulkWrite').mockImplementationOnce(async (...request: Parameters<typeof send>) => {
    const result = await send(...request);
    await work();
    return result;
  });
}

describe.each([
  ['jobs', withinJob],
  ['consumers', withinConsumer],
])('updates by %s in the same turn of the event loop', (_who, within) => {
  it('are sent as one bulk write, and each publishes its event once', async () => {
    const ids = await addNotes(20);
    const [bulks, singles] = [countStoreCommands(isOfBulk), countStoreCommands(isSingle)];
    const written = await within(() => Promise.all(ids.map((id) => update(id, { text: `new ${id}` }))));
    expect(singles.end()).toBe(0);
    // The relay also sends a few bulk writes, to remove the published events.
    expect(bulks.end()).toBeLessThan(5);
    expect(written.map(({ text }) => text)).toEqual(ids.map((id) => `new ${id}`));
    await until(() => Promise.resolve(ids.every((id) => publishedTexts(id).length >= 2)));
    for (const id of ids) expect(publishedTexts(id)).toEqual([expect.anything(), `new ${id}`]);
  });

  it('are computed again if the document has changed since it was read', async () => {
    const ids = await addNotes(3);
    let isFirst = true;
    const written = await within(() =>
      Promise.all(
        ids.map((id) =>
          notes.repository.update(notes.scope, { _id: id }, async (before) => {
            if (id === ids[1] && isFirst) {
              isFirst = false;
              await notes.model.updateOne({ _id: id }, { $set: { secret: 'other' }, $inc: { revision: 1 } });
            }
            return { after: { ...before, text: 'new' } };
          }),
        ),
      ),
    );
    expect(written.map(({ text, secret }) => [text, secret])).toEqual([
      ['new', undefined],
      ['new', 'other'],
      ['new', undefined],
    ]);
  });

  it('are all carried out, even if they change the same document', async () => {
    const [id] = await addNotes(1);
    const filters = [{ _id: id! }, { _id: id!, text: { $exists: true } }];
    const changes: Fields[] = [{ text: 'new' }, { secret: 'new' }];
    await within(() =>
      Promise.all(
        filters.map((filter, at) =>
          notes.repository.update(notes.scope, filter, (before) =>
            Promise.resolve({ after: { ...before, ...changes[at] } }),
          ),
        ),
      ),
    );
    expect(await notes.stored(id!)).toMatchObject({ text: 'new', secret: 'new' });
  });

  it('do not all fail if one of them violates a unique index, and the error names the index', async () => {
    const ids = await addNotes(3);
    const place = freshDatabasePrefix();
    const outcomes = await within(() =>
      Promise.allSettled(ids.map((id) => update(id, { place: id === ids[2] ? `${place}2` : place }))),
    );
    expect(refusedIndexes(outcomes)).toEqual([['user_id', 'place']]);
    expect(await notes.model.countDocuments({ place: { $in: [place, `${place}2`] } })).toBe(2);
  });
});

describe('updates by jobs in the same turn of the event loop', () => {
  it('do not publish a later write of the same document before the deciding job of that write has run', async () => {
    const ids = await addNotes(2);
    let finishJob = () => {};
    const canFinish = new Promise<void>((resolve) => (finishJob = resolve));
    let later: Promise<unknown> | undefined;
    const started = new Promise<void>((resolve) =>
      notes.relay.defineJob('slow', () => {
        resolve();
        return canFinish;
      }),
    );
    afterNextBulk(async () => {
      // Use a different filter, because updates with the same filter wait for each other.
      const filter = { _id: ids[0]!, text: { $exists: true } };
      const jobs = [{ name: 'slow', args: {}, decides: true }];
      later = outsideRepeatable(() =>
        notes.repository.update(notes.scope, filter, (before) =>
          Promise.resolve({ after: { ...before, text: `${before.text}, in doubt` }, jobs }),
        ),
      );
      await started;
    });
    let computed = 0;
    const written = await withinJob(() =>
      Promise.all(
        ids.map((id) =>
          notes.repository.update(notes.scope, { _id: id }, (before) => {
            computed++;
            const isDone = before.text.includes('seen');
            return Promise.resolve(isDone ? undefined : { after: { ...before, text: `seen ${id}` } });
          }),
        ),
      ),
    );
    expect(computed).toBe(2);
    const [first, second] = ids as [number, number];
    expect(written.map(({ text }) => text)).toEqual([`seen ${first}, in doubt`, `seen ${second}`]);
    await until(() => Promise.resolve(publishedTexts(second).length === 2));
    await until(() => Promise.resolve(publishedTexts(first).length === 2));
    expect(publishedTexts(first)).toEqual(['old 0', `seen ${first}`]);
    finishJob();
    await later;
    await outboxesEmpty(ids);
    // The first write's event may be published a second time, because it was still in the outbox
    // that the later write returned.
    expect([...new Set(publishedTexts(first))]).toEqual(['old 0', `seen ${first}`, `seen ${first}, in doubt`]);
  });

  it('run their deciding jobs even if a write without events follows before the documents are read', async () => {
    const ids = await addNotes(2);
    const ran: number[] = [];
    notes.relay.defineJob('follow', (_args, { id }) => Promise.resolve(void ran.push(id)));
    afterNextBulk(() => notes.repository.bumpRevision(notes.scope, ids[0]!));
    const jobs = [{ name: 'follow', args: {}, decides: true }];
    const change = (id: number) =>
      notes.repository.update(notes.scope, { _id: id }, (before) =>
        Promise.resolve(before.text === 'new' ? undefined : { after: { ...before, text: 'new' }, jobs }),
      );
    await withinJob(() => Promise.all(ids.map(change)));
    expect(new Set(ran)).toEqual(new Set(ids));
    await outboxesEmpty(ids);
    expect(ids.every((id) => publishedTexts(id).includes('new'))).toBe(true);
  });

  it('are computed again only if it is unknown whether they were carried out', async () => {
    const ids = await addNotes(3);
    const [published, found, overtaken] = ids as [number, number, number];
    const computed: number[] = [];
    let overtake: Promise<unknown> | undefined;
    // Another process publishes the first event and removes it before the documents are read.
    afterNextBulk(() => notes.model.updateOne({ _id: published }, { $set: { outbox: [] }, $inc: { revision: 1 } }));
    const written = await withinJob(() =>
      Promise.all(
        ids.map((id) =>
          notes.repository.update(notes.scope, { _id: id }, async (before) => {
            computed.push(id);
            await (overtake ??= notes.model.updateOne({ _id: overtaken }, { $inc: { revision: 1 } }).exec());
            return { after: { ...before, text: 'new' } };
          }),
        ),
      ),
    );
    expect(written.map(({ text }) => text)).toEqual(['new', 'new', 'new']);
    expect(computed.toSorted()).toEqual([published, published, found, overtaken, overtaken]);
  });

  it('are sent again one by one if they were refused for a reason other than a unique index', async () => {
    const ids = await addNotes(3);
    const { collection } = notes.model;
    const send = collection.bulkWrite.bind(collection);
    jest.spyOn(collection, 'bulkWrite').mockImplementation(([first, ...others], options) => {
      if (others.length < 2) return send([first!, ...others], options);
      const { updateOne } = first as { updateOne: { filter: object; update: object } };
      return send([{ updateOne: { ...updateOne, update: [{ $set: { _id: -1 } }] } }, ...others], options);
    });
    const singles = countStoreCommands(isSingle);
    const written = await withinJob(() => Promise.all(ids.map((id) => update(id, { text: 'new' }))));
    expect(singles.end()).toBe(1);
    expect(written.map(({ text }) => text)).toEqual(['new', 'new', 'new']);
  });

  it('fail together if the bulk write cannot be sent', async () => {
    const ids = await addNotes(2);
    const { collection } = notes.model;
    jest.spyOn(collection, 'bulkWrite').mockRejectedValueOnce(new Error('the connection broke'));
    const outcomes = await withinJob(() => Promise.allSettled(ids.map((id) => update(id, { text: 'new' }))));
    expect(outcomes).toMatchObject(ids.map(() => ({ reason: { message: 'the connection broke' } })));
  });
});

describe('updates by requests in the same turn of the event loop', () => {
  it('are sent one by one, because their work must not run twice', async () => {
    const ids = await addNotes(20);
    const singles = countStoreCommands(isSingle);
    await Promise.all(ids.map((id) => update(id, { text: 'new' })));
    expect(singles.end()).toBe(20);
  });

  it('are sent one by one even within a job if they have an Idempotency-Key', async () => {
    const ids = await addNotes(3);
    const singles = countStoreCommands(isSingle);
    await withinJob(() => Promise.all(ids.map((id) => notes.write(id, 'new', notes.withKey(`key of ${id}`)))));
    expect(singles.end()).toBe(3);
  });
});

describe('creations by jobs in the same turn of the event loop', () => {
  it('are sent as one bulk write, and each publishes its event', async () => {
    await create({});
    const singles = countStoreCommands(isSingle);
    const texts = Array.from({ length: 20 }, (_, number) => `created ${number}`);
    const created = await withinJob(() => Promise.all(texts.map((text) => create({ text }))));
    expect(singles.end()).toBeLessThan(3);
    expect(created.map(({ record }) => record.text)).toEqual(texts);
    await until(() => Promise.resolve(texts.every((text) => bus.events.some(({ entity }) => entity.text === text))));
  });

  it('do not all fail if one of them violates a unique index, and the error names the index', async () => {
    const outcomes = await withinJob(() => Promise.allSettled(['v', 'v', 'w'].map((place) => create({ place }))));
    expect(refusedIndexes(outcomes)).toEqual([['user_id', 'place']]);
    expect(await notes.model.countDocuments({ place: { $in: ['v', 'w'] } })).toBe(2);
  });

  it('succeed even if the document is written again before it is read', async () => {
    await addNotes(1);
    afterNextBulk(() =>
      notes.model.updateMany({ text: 'overtaken' }, { $set: { labels: ['x'] }, $inc: { revision: 1 } }),
    );
    const created = await withinJob(() => Promise.all(['overtaken', 'alone'].map((text) => create({ text }))));
    expect(created.map(({ record }) => record.text)).toEqual(['overtaken', 'alone']);
    expect(await notes.model.countDocuments({ text: 'overtaken' })).toBe(1);
  });
});
