import { createHash } from 'node:crypto';
import type { Document } from '../values/decode';
import { encodeValue } from './encode-value';
import { isMultikeyField, type IndexDefinition } from './index-definition';
import { indexKeys } from './index-keys';
import { KeyWriter } from './key-writer';

/**
 * The maximum size of the values in the key of an entry, all fields together, in bytes. LMDB allows
 * keys of at most 1,978 bytes. Longer values are truncated, and a hash of all their bytes follows.
 */
export const MAX_VALUE_BYTES = 1_900;
const DIGEST_BYTES = 32;
/**
 * How many bytes of the values are kept in a truncated key. Queries can compare only these bytes
 * with their bounds.
 */
export const CUT_VALUE_BYTES = MAX_VALUE_BYTES - DIGEST_BYTES;
/**
 * The size of the id at the start of every key, in bytes. Keys of documents begin with the id of
 * the collection, keys of index entries with the id of the index.
 */
export const PREFIX_BYTES = 4;
/**
 * The size of a record id, in bytes. The keys of an index that is not unique end with the record
 * id.
 */
export const RECORD_ID_BYTES = 6;

export interface IndexEntry {
  /**
   * The id of the index, followed by the encoded values. Two documents have the same key only if
   * they have equal values.
   */
  key: Buffer;
  /** The values of the key, for error messages. */
  values: unknown[];
}

export interface IndexEntries {
  /** The entries, by the bytes of their key as a latin1 string. */
  entries: Map<string, IndexEntry>;
  multikeyPaths: Map<string, Set<string>>;
  hasCutEntries: boolean;
}

const key = new KeyWriter();

/**
 * The entries of a document in an index. For a partial index, the caller first has to check that
 * the index contains the document.
 * @throws MongoError 171 for a document with arrays in several fields of the index
 */
export function indexEntries(index: IndexDefinition, document: Document): IndexEntries {
  const { tuples, multikeyPaths } = indexKeys(document, index.fields);
  const result: IndexEntries = { entries: new Map(), multikeyPaths, hasCutEntries: false };
  for (const { values, anyFound } of tuples) {
    if (index.sparse && !anyFound) continue;
    const { bytes, isCut } = entryKey(index, values);
    result.hasCutEntries ||= isCut;
    result.entries.set(bytes.toString('latin1'), { key: bytes, values });
  }
  return result;
}

function entryKey(index: IndexDefinition, values: unknown[]): { bytes: Buffer; isCut: boolean } {
  key.length = 0;
  key.uint32(index.id);
  index.fields.forEach((field, i) => {
    const from = key.length;
    encodeValue(key, values[i]);
    if (field.direction === -1) key.invertFrom(from);
  });
  if (key.length <= PREFIX_BYTES + MAX_VALUE_BYTES) return { bytes: key.copy(), isCut: false };
  const digest = createHash('sha256').update(key.copy(PREFIX_BYTES)).digest();
  key.length = PREFIX_BYTES + CUT_VALUE_BYTES;
  key.raw(digest);
  return { bytes: key.copy(), isCut: true };
}

/**
 * The key of an entry in LMDB. In a unique index, the record id is the value of the entry. In other
 * indexes, the record id is the end of the key.
 */
export function storedKey(index: IndexDefinition, entry: Buffer, recordId: number): Buffer {
  if (index.unique) return entry;
  const stored = Buffer.allocUnsafe(entry.length + RECORD_ID_BYTES);
  entry.copy(stored);
  stored.writeUIntBE(recordId, entry.length, RECORD_ID_BYTES);
  return stored;
}

/**
 * Whether the definition of the index must change, because a field becomes multikey (has an array in
 * some document), or because the index gets its first truncated entry.
 */
export function changesDefinition(index: IndexDefinition, entries: IndexEntries): boolean {
  if (entries.hasCutEntries && !index.hasCutEntries) return true;
  for (const [path, prefixes] of entries.multikeyPaths) {
    if (!isMultikeyField(index, path)) return true;
    for (const prefix of prefixes) if (!index.multikeyPaths[path]?.includes(prefix)) return true;
  }
  return false;
}
