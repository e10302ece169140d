import { decode } from '../values/decode';
import type { Collection } from './catalog';
import type { Engine } from './engine';
import { storedKey } from './index-entries';
import type { IndexDefinition } from './index-definition';
import { prefixRange, recordIdOf } from './records';
import { entriesOf } from './write-document';

/** The result of a validation. `errors` is empty if the collection is valid. */
export interface Validation {
  records: number;
  keysPerIndex: Record<string, number>;
  errors: string[];
}

/**
 * Compares the entries of every index with the documents of the collection. Reports missing and
 * superfluous entries, and documents that cannot be decoded.
 */
export function validateCollection(engine: Engine, collection: Collection): Validation {
  const validation: Validation = { records: 0, keysPerIndex: {}, errors: [] };
  const expected = new Map(collection.indexes.map((index) => [index, new Map<string, number>()]));
  for (const { key, value } of engine.store.getRange(prefixRange(collection.id))) {
    validation.records++;
    try {
      const document = decode(value);
      for (const [index, keys] of expected) {
        for (const entry of entriesOf(index, document).entries.values()) {
          keys.set(storedKey(index, entry.key, recordIdOf(key)).toString('latin1'), recordIdOf(key));
        }
      }
    } catch (error) {
      validation.errors.push(`document ${recordIdOf(key)}: ${(error as Error).message}`);
    }
  }
  for (const [index, keys] of expected) compareEntries(engine, index, keys, validation);
  if (collection.count !== undefined && collection.count !== validation.records) {
    validation.errors.push(`${validation.records} documents, but the count says ${collection.count}`);
  }
  return validation;
}

function compareEntries(
  engine: Engine,
  index: IndexDefinition,
  expected: Map<string, number>,
  validation: Validation,
): void {
  let found = 0;
  for (const { key, value } of engine.store.getRange(prefixRange(index.id))) {
    found++;
    const recordId = recordIdOf(index.unique ? value : key);
    if (expected.get(key.toString('latin1')) !== recordId) {
      validation.errors.push(`index ${index.name}: an entry that document ${recordId} does not have`);
    }
  }
  if (found < expected.size)
    validation.errors.push(`index ${index.name}: ${expected.size - found} entries are missing`);
  validation.keysPerIndex[index.name] = found;
}
