import { createHash } from 'node:crypto';
import type { Document } from '../values/decode';
import { encodeValue } from './encode-value';
import { isMultikeyField, type IndexDefinition } from './index-definition';
import { indexKeys } from './index-keys';
import { KeyWriter } from './key-writer';

/**
 * The maximum size of an entry's values, all fields together, in bytes. LMDB accepts keys of at most 1,978 bytes.
 * Longer values are truncated and followed by a digest of all their bytes.
 */
export const MAX_VALUE_BYTES = 1_900;
const DIGEST_BYTES = 32;
/** How many bytes of its values a truncated entry keeps. The bounds of queries are compared with these bytes only. */
export const CUT_VALUE_BYTES = MAX_VALUE_BYTES - DIGEST_BYTES;
/**
 * Every key starts with the number of its collection (for documents) or index (for entries). This is the size of the
 * number.
 */
export const PREFIX_BYTES = 4;
/** The size of a document's number. An entry of an index that is not unique ends with it. */
export const RECORD_ID_BYTES = 6;

export interface IndexEntry {
  /**
   * The key: the number of the index, followed by the encoded values. The keys of two documents are equal if and only
   * if their values are equal.
   */
  key: Buffer;
  /** The values of the key, for error messages. */
  values: unknown[];
}

export interface IndexEntries {
  /** The entries by their key. The bytes of the key are used as a latin1 string. */
  entries: Map<string, IndexEntry>;
  multikeyPaths: Map<string, Set<string>>;
  hasCutEntries: boolean;
}

const key = new KeyWriter();

/**
 * The entries of a document in an index. The caller checks whether a partial index includes the document.
 * @throws MongoError 171 for parallel arrays
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
 * The LMDB key of an entry. In a unique index, the number of the document is the value of the entry. Otherwise it is at
 * the end of the key.
 */
export function storedKey(index: IndexDefinition, entry: Buffer, recordId: number): Buffer {
  if (index.unique) return entry;
  const stored = Buffer.allocUnsafe(entry.length + RECORD_ID_BYTES);
  entry.copy(stored);
  stored.writeUIntBE(recordId, entry.length, RECORD_ID_BYTES);
  return stored;
}

/** Whether these entries make the index multikey, or contain its first truncated entry. */
export function changesDefinition(index: IndexDefinition, entries: IndexEntries): boolean {
  if (entries.hasCutEntries && !index.hasCutEntries) return true;
  for (const [path, prefixes] of entries.multikeyPaths) {
    if (!isMultikeyField(index, path)) return true;
    for (const prefix of prefixes) if (!index.multikeyPaths[path]?.includes(prefix)) return true;
  }
  return false;
}
