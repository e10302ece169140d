import { MongoError } from '../../errors/mongo-error';
import { dropIndex } from '../../storage/build-index';
import { namespace, type Collection } from '../../storage/catalog';
import { keyPattern, type IndexDefinition } from '../../storage/index-definition';
import { compareValues } from '../../values/compare';
import { isDocument } from '../../values/document';
import { collectionArgument } from '../execution/arguments';
import type { Command } from '../execution/command';

export const dropIndexes: Command = {
  names: ['dropIndexes', 'deleteIndexes'],
  fields: ['index'],
  run(request) {
    const { engine } = request.state;
    const name = collectionArgument(request);
    return engine.write(() => {
      const collection = engine.catalog.find(request.database, name);
      if (!collection)
        throw new MongoError(
          26,
          'NamespaceNotFound',
          `ns not found ${namespace({ database: request.database, name })}`,
        );
      const nIndexesWas = collection.indexes.length;
      for (const index of indexesToDrop(collection, request.body.index)) dropIndex(engine, collection, index);
      return { nIndexesWas, ...(request.body.index === '*' ? { msg: 'non-_id indexes dropped for collection' } : {}) };
    });
  },
};

function indexesToDrop(collection: Collection, wanted: unknown): IndexDefinition[] {
  if (wanted === '*') return collection.indexes.filter((index) => index.name !== '_id_');
  if (Array.isArray(wanted)) return wanted.flatMap((name) => indexesToDrop(collection, name));
  const found = collection.indexes.find((index) =>
    isDocument(wanted) ? compareValues(keyPattern(index), wanted) === 0 : index.name === wanted,
  );
  if (found?.name === '_id_') throw new MongoError(72, 'InvalidOptions', 'cannot drop _id index');
  if (found) return [found];
  const text = isDocument(wanted)
    ? `can't find index with key: ${JSON.stringify(wanted)}`
    : `index not found with name [${String(wanted)}]`;
  throw new MongoError(27, 'IndexNotFound', text);
}
