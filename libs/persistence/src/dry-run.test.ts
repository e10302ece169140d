import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { runDry } from './dry-run';
import { dropDatabase, type Notes, openNotes } from './testing/notes';
import { RecordingBus } from './testing/recording-bus';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}dry_runs`;
let notes: Notes;
beforeAll(async () => {
  notes = await openNotes(uri, database, new RecordingBus());
});
afterAll(async () => {
  await notes.stop();
  await dropDatabase(uri, database);
});

let places = 0;
/**
 * A value of `place` that no other note in this file has. A unique index allows each place once per
 * account.
 */
const aPlace = () => `place ${places++}`;

const create = (place?: string) =>
  notes.repository.create(notes.scope, async () => {
    const _id = await notes.ids.next('note');
    return { after: { _id, user_id: 7, version: 0, text: 'new', ...(place === undefined ? {} : { place }) } };
  });

/** Returns a promise (`given`) and the function that resolves it (`give`). */
function aSignal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

const moveTo = (id: number, place: string) =>
  notes.repository.update(notes.scope, { _id: id }, (before) => Promise.resolve({ after: { ...before, place } }));

describe('a dry run', () => {
  it('returns the created record with timestamps and a null id, and reserves no id', async () => {
    const first = await notes.add();
    const answer = await runDry(async () => (await create()).record);
    expect(answer).toEqual({ id: null, text: 'new', created_utc: expect.any(String), updated_utc: expect.any(String) });
    const { created_utc } = answer as { created_utc: string };
    expect(Math.abs(Date.parse(created_utc) - Date.now())).toBeLessThan(60_000);
    expect(await notes.add()).toBe(first + 1);
    expect(await notes.model.countDocuments({ _id: { $gt: first } })).toBe(1);
  });

  it('returns a changed document as the real change would store it, and stores nothing', async () => {
    const id = await notes.add({ place: aPlace() });
    const place = aPlace();
    await notes.relay.stop();
    const before = await notes.stored(id);
    const dry = await runDry(() => moveTo(id, place));
    expect(await notes.stored(id)).toEqual(before);
    const real = await moveTo(id, place);
    expect({ ...(dry as object), updated_utc: null }).toEqual({ ...real, updated_utc: null });
  });

  it('fails with the same duplicate key error as the real write', async () => {
    const place = aPlace();
    await create(place);
    const id = await notes.add();
    const errors = await Promise.all(
      [() => create(place), () => moveTo(id, place)].flatMap((write) => [
        runDry(write).catch((error: unknown) => error),
        write().catch((error: unknown) => error),
      ]),
    );
    const shown = { code: 11000, keyPattern: { user_id: 1, place: 1 }, keyValue: { user_id: 7, place } };
    expect(errors).toEqual(errors.map(() => expect.objectContaining(shown)));
  });

  it('accepts a unique value that an earlier write of the dry run made available', async () => {
    const [own, other, freed] = [aPlace(), aPlace(), aPlace()];
    const { document } = await create(own);
    await notes.add({ place: other }, { accountId: 8 as never });
    const holder = (await create(freed)).record.id;
    await runDry(async () => {
      await moveTo(document!._id, own);
      await create(other);
      await moveTo(holder, aPlace());
      await create(freed);
      // The dry run itself has now created a note with the value.
      await expect(create(freed)).rejects.toMatchObject({ code: 11000 });
    });
  });

  it('discards the documents of its first attempt if a concurrent write forces a second attempt', async () => {
    const id = await notes.add();
    const place = aPlace();
    const [decided, changed] = [aSignal(), aSignal()];
    let attempts = 0;
    const dry = runDry(() =>
      notes.repository.update(notes.scope, { _id: id }, async (before) => {
        attempts++;
        await create(place);
        decided.give();
        await changed.given;
        return { after: { ...before, text: `attempt ${attempts}` } };
      }),
    );
    await decided.given;
    await notes.model.updateOne({ _id: id }, { $inc: { revision: 1 } });
    changed.give();
    expect(await dry).toMatchObject({ text: 'attempt 2' });
  });

  it('discards the documents of a failed creation, so that a second attempt can create them', async () => {
    const place = aPlace();
    const attempt = (fails: boolean) =>
      notes.repository.createOnce(notes.scope, async () => {
        await create(place);
        if (fails) throw new Error('begun again');
        return create();
      });
    await runDry(async () => {
      await expect(attempt(true)).rejects.toThrow('begun again');
      await attempt(false);
      await expect(create(place)).rejects.toMatchObject({ code: 11000 });
    });
  });

  it('refuses every write that reaches the database driver', async () => {
    const id = await notes.add();
    const before = await notes.model.find().lean();
    const { model, connection, repository, scope } = notes;
    const writes: (() => Promise<unknown>)[] = [
      () => model.updateOne({ _id: id }, { $set: { text: 'x' } }).exec(),
      () => model.findOneAndUpdate({ _id: id }, { $set: { text: 'x' } }).exec(),
      () => model.bulkWrite([{ deleteOne: { filter: { _id: id } } }]),
      () => model.insertMany([{ _id: 1, user_id: 7, revision: 1, text: 'x' }]),
      () => connection.collection('notes').deleteMany({}),
      () => connection.collection('other').insertOne({}),
      () => repository.bumpRevision(scope, id),
      () => repository.createMany(scope, [{ after: { _id: 2, user_id: 7, version: 0, text: 'x' } }]),
      () => repository.writeHidden(scope, [{ id, revision: 1, fields: { internal: 1 } }]),
    ];
    for (const write of writes) await expect(runDry(write)).rejects.toThrow(/^a dry run must not write: /);
    expect(await notes.model.find().lean()).toEqual(before);
  });

  it('does not affect writes of other requests that run at the same time', async () => {
    let id: number | undefined;
    await Promise.all([runDry(() => create()), notes.add().then((made) => (id = made)), runDry(() => create())]);
    expect((await notes.stored(id!)).text).toBe('new');
  });

  it('returns null instead of ids that do not exist, and instead of values that contain such an id', async () => {
    const answer = await runDry(async () => {
      const id = await notes.ids.next('note');
      return { id, parts: [{ id: 4, of: id }], address: `https://x.example/${id}?a=1`, count: 4, note: null };
    });
    expect(answer).toEqual({ id: null, parts: [{ id: 4, of: null }], address: null, count: 4, note: null });
  });
});
