import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Int32 } from 'bson';
import { encode } from '../values/encode';
import { decode } from '../values/decode';
import { parseIndex } from '../server/execution/parse-index';
import { buildIndex } from './build-index';
import { Engine } from './engine';
import { countRecords, prefixRange } from './records';
import { insertDocument } from './write-document';
import { validateCollection } from './validate-collection';

describe('the storage engine of a folder', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const stored = (engine: Engine, id: number) =>
    [...engine.store.getRange(prefixRange(id))].map(({ value }) => Number(decode(value)._id));

  it('keeps its documents, indexes and index options when it is closed and opened again', async () => {
    const first = await Engine.open(folder);
    await first.write(() => {
      const collection = first.catalog.create('d', 'c');
      const partialFilterExpression = { n: { $exists: true } };
      buildIndex(first, collection, {
        ...parseIndex({
          key: { u: new Int32(1), n: new Int32(-1) },
          name: 'u_n',
          unique: true,
          partialFilterExpression,
        }),
        id: first.catalog.takeId(),
      });
      for (let i = 0; i < 5; i++) insertDocument(first, collection, encode({ _id: i, u: 1, n: [`${i}a`, `${i}b`] }));
    });
    const before = first.catalog.find('d', 'c');
    await first.close();

    const second = await Engine.open(folder);
    const collection = second.catalog.find('d', 'c');
    if (!collection || !before) throw new Error('the collection is gone');
    expect(collection.indexes).toEqual(before.indexes);
    expect(collection.indexes[1]?.multikeyPaths).toEqual({ n: ['n'] });
    expect(validateCollection(second, collection)).toMatchObject({
      records: 5,
      keysPerIndex: { _id_: 5, u_n: 10 },
      errors: [],
    });
    await second.write(() => insertDocument(second, collection, encode({ _id: 5 })));
    expect(stored(second, collection.id)).toEqual([0, 1, 2, 3, 4, 5]);
    await second.close();
  });

  it('rolls back the documents, collections and counts of a failed transaction', async () => {
    const engine = await Engine.open(folder);
    await engine.write(() => insertDocument(engine, engine.catalog.create('d', 'kept'), encode({ _id: 1 })));
    const failing = engine.write(() => {
      const kept = engine.catalog.findOrCreate('d', 'kept');
      countRecords(engine.store, kept);
      insertDocument(engine, kept, encode({ _id: 2 }));
      insertDocument(engine, engine.catalog.create('d', 'lost'), encode({ _id: 3 }));
      throw new Error('in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    const kept = engine.catalog.find('d', 'kept');
    if (!kept) throw new Error('the collection is gone');
    expect([stored(engine, kept.id), countRecords(engine.store, kept), engine.catalog.find('d', 'lost')]).toEqual([
      [1],
      1,
      undefined,
    ]);
    await engine.close();
  });

  it('cannot be opened twice, and the error contains the path of the folder', async () => {
    const engine = await Engine.open(folder);
    await expect(Engine.open(folder)).rejects.toThrow(
      `another embedded database server is running on the folder ${folder}`,
    );
    await engine.close();
    await (await Engine.open(folder)).close();
  });

  it('cannot be opened if the path is a file, and the error contains the path', async () => {
    await expect(Engine.open('/dev/null/database')).rejects.toThrow('/dev/null/database');
  });
});
