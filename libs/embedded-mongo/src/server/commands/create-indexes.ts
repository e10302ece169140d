import { buildIndex, dropCollection, dropIndex } from '../../storage/build-index';
import { compareValues } from '../../values/compare';
import { isDocument } from '../../values/document';
import { indexSpecification, keyPattern, type IndexDefinition } from '../../storage/index-definition';
import type { Collection } from '../../storage/catalog';
import type { Engine } from '../../storage/engine';
import { failedToParse, MongoError } from '../../errors/mongo-error';
import { arrayArgument, collectionArgument } from '../execution/arguments';
import type { Command } from '../execution/command';
import { parseIndex } from '../execution/parse-index';

/** The maximum number of indexes of a collection, as in MongoDB. */
const MAX_INDEXES = 64;

export const createIndexes: Command = {
  names: ['createIndexes'],
  fields: ['indexes', 'commitQuorum', 'ignoreUnknownIndexOptions'],
  run(request) {
    const { engine } = request.state;
    const name = collectionArgument(request);
    const specifications = arrayArgument(request, 'indexes') ?? [];
    if (specifications.length === 0) throw failedToParse('Must specify at least one index to create');
    const parsed = specifications.map((specification) => {
      if (!isDocument(specification)) throw failedToParse("The elements of the 'indexes' array must be objects");
      return parseIndex(specification);
    });
    return engine.write(() => {
      const existing = engine.catalog.find(request.database, name);
      const collection = existing ?? engine.catalog.create(request.database, name);
      const numIndexesBefore = collection.indexes.length;
      try {
        addIndexes(engine, collection, parsed);
      } catch (error) {
        // After a MongoError the transaction is kept, so undo its changes. Any other error rolls it back.
        if (error instanceof MongoError) {
          if (existing)
            collection.indexes.slice(numIndexesBefore).forEach((index) => dropIndex(engine, collection, index));
          else dropCollection(engine, collection);
        }
        throw error;
      }
      return {
        numIndexesBefore,
        numIndexesAfter: collection.indexes.length,
        createdCollectionAutomatically: !existing,
        ...(collection.indexes.length === numIndexesBefore ? { note: 'all indexes already exist' } : {}),
      };
    });
  },
};

/**
 * Adds the indexes that do not exist yet. If it throws, some of them may already be added.
 * @throws MongoError 67 for too many indexes, and the errors of isSameAsExisting and buildIndex
 */
function addIndexes(engine: Engine, collection: Collection, indexes: IndexDefinition[]): void {
  const added = indexes.filter((index) => !isSameAsExisting(collection, index));
  if (collection.indexes.length + added.length > MAX_INDEXES) {
    throw new MongoError(67, 'CannotCreateIndex', `add index fails, too many indexes for ${collection.name}`);
  }
  for (const index of added) {
    if (!isSameAsExisting(collection, index)) buildIndex(engine, collection, { ...index, id: engine.catalog.takeId() });
  }
}

/**
 * Whether the index exists already.
 * @throws MongoError 85 or 86 if a different index has the same name or the same keys
 */
function isSameAsExisting(collection: Collection, wanted: IndexDefinition): boolean {
  for (const index of collection.indexes) {
    const sameKeys = compareValues(keyPattern(index), keyPattern(wanted)) === 0 && samePartial(index, wanted);
    if (sameKeys && index.name === '_id_') return true;
    const sameOptions = sameKeys && optionsOf(index) === optionsOf(wanted);
    if (index.name === wanted.name) {
      if (sameOptions) return true;
      const text =
        'An existing index has the same name as the requested index. When index names are not specified, they are auto generated ' +
        `and can cause conflicts. Please refer to our documentation. Requested index: ${shown(wanted)}, existing index: ${shown(index)}`;
      throw new MongoError(sameKeys ? 85 : 86, sameKeys ? 'IndexOptionsConflict' : 'IndexKeySpecsConflict', text);
    }
    if (sameKeys) {
      const text = sameOptions
        ? `Index already exists with a different name: ${index.name}`
        : `An equivalent index already exists with a different name and options. Requested index: ${shown(wanted)}, existing index: ${shown(index)}`;
      throw new MongoError(85, 'IndexOptionsConflict', text);
    }
  }
  return false;
}

/**
 * Whether two indexes have the same filter. Indexes with the same keys can coexist if their filters
 * differ.
 */
function samePartial(a: IndexDefinition, b: IndexDefinition): boolean {
  return compareValues(a.partialFilter ?? null, b.partialFilter ?? null) === 0;
}

function optionsOf(index: IndexDefinition): string {
  return JSON.stringify([index.unique, index.sparse, index.expireAfterSeconds ?? null]);
}

function shown(index: IndexDefinition): string {
  return JSON.stringify(indexSpecification(index));
}
