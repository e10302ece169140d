import { decode } from '../values/decode';
import type { Collection } from './catalog';
import { duplicateKeyError } from './duplicate-key-error';
import type { Engine } from './engine';
import { storedKey } from './index-entries';
import { rootsOf, type IndexDefinition } from './index-definition';
import { pickFields } from './raw-document';
import { clearPrefix, prefixRange, recordIdOf } from './records';
import { entriesOf, redefine } from './write-document';

/**
 * Builds the entries of a new index for the existing documents, and adds the index to the
 * collection. Call this only in a write transaction. If it throws, nothing was changed.
 * @throws MongoError 11000 if documents have the same key in a unique index, 171 for a document
 * with arrays in several fields of the index
 */
export function buildIndex(engine: Engine, collection: Collection, index: IndexDefinition): void {
  try {
    addEntries(engine, collection, index);
  } catch (error) {
    clearPrefix(engine.store, index.id);
    throw error;
  }
  collection.indexes.push(index);
  engine.catalog.save(collection);
}

function addEntries(engine: Engine, collection: Collection, index: IndexDefinition): void {
  const roots = rootsOf(index);
  const nothing = Buffer.alloc(0);
  for (const { key, value } of engine.store.getRange(prefixRange(collection.id))) {
    const recordId = recordIdOf(key);
    const made = entriesOf(index, decode(pickFields(value, (name) => roots.has(name))));
    for (const entry of made.entries.values()) {
      const stored = storedKey(index, entry.key, recordId);
      if (index.unique && engine.store.doesExist(stored)) throw duplicateKeyError(collection, index, entry.values);
      engine.store.putSync(stored, index.unique ? Buffer.from(key.subarray(key.length - 6)) : nothing);
    }
    redefine(index, made);
  }
}

/** Removes an index and its entries. Call this only in a write transaction. */
export function dropIndex(engine: Engine, collection: Collection, index: IndexDefinition): void {
  clearPrefix(engine.store, index.id);
  collection.indexes = collection.indexes.filter((other) => other !== index);
  engine.catalog.save(collection);
}

/** Removes a collection, its documents and its indexes. Call this only in a write transaction. */
export function dropCollection(engine: Engine, collection: Collection): void {
  clearPrefix(engine.store, collection.id);
  for (const index of collection.indexes) clearPrefix(engine.store, index.id);
  engine.catalog.remove(collection);
}
