import { Int32, ObjectId } from 'bson';
import { MongoError } from '../errors/mongo-error';
import { compareValues } from '../values/compare';
import { decode, type Document } from '../values/decode';
import { isDocument } from '../values/document';
import { encode } from '../values/encode';
import { MAX_DEPTH } from '../values/limits';
import type { Collection } from './catalog';
import { checkId } from './check-id';
import type { Engine } from './engine';
import { duplicateKeyError } from './duplicate-key-error';
import { changesDefinition, indexEntries, storedKey, type IndexEntries } from './index-entries';
import { pathsOf, rootsOf, type IndexDefinition } from './index-definition';
import { partialMatcher } from './partial-matcher';
import { pickFields, withFieldFirst } from './raw-document';
import { readHolder, recordKey, takeRecordId, type StoredRecord } from './records';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** A new document with its _id, as bytes and decoded. */
interface CheckedDocument {
  document: Buffer;
  fields: Document;
}

/** How the write of one document changes one index. */
interface IndexChange {
  index: IndexDefinition;
  after: IndexEntries;
  removed: Buffer[];
  added: Buffer[];
}

const NO_ENTRIES: IndexEntries = { entries: new Map(), multikeyPaths: new Map(), hasCutEntries: false };

/**
 * Stores a document from a client. Call this only in a write transaction. If it throws, nothing was written.
 * @throws MongoError 11000 for a duplicate key, and the errors of checkDocument
 */
export function insertDocument(engine: Engine, collection: Collection, raw: Buffer): Buffer {
  return storeDocument(engine, collection, checkDocument(raw));
}

/**
 * Checks a document from a client. The _id becomes the first field. A document without an _id gets a new ObjectId.
 * @throws MongoError 52 or 53 for an _id that is not allowed, 10334 for a document over 16 MB, 15 for too many levels,
 * 22 for malformed BSON
 */
export function checkDocument(raw: Buffer): CheckedDocument {
  const document = withFieldFirst(raw, '_id', () => encode({ _id: new ObjectId() }));
  if (document.length > MAX_DOCUMENT_BYTES) {
    const text = `object to insert too large. size in bytes: ${document.length}, max size: ${MAX_DOCUMENT_BYTES}`;
    throw new MongoError(10334, 'BSONObjectTooLarge', text);
  }
  // Decode the whole document, so that malformed BSON is not stored.
  const fields = decode(document, MAX_DEPTH);
  checkId(fields._id);
  return { document, fields };
}

/** Stores a checked document, as insertDocument does. Returns its bytes. */
export function storeDocument(engine: Engine, collection: Collection, { document, fields }: CheckedDocument): Buffer {
  const recordId = takeRecordId(engine.store, collection);
  const changes = collection.indexes.map((index) => indexChange(index, undefined, fields, recordId));
  checkUnique(engine, collection, changes, recordId);
  applyIndexChanges(engine, collection, changes, recordId);
  engine.store.putSync(recordKey(collection, recordId), document);
  if (collection.count !== undefined) collection.count++;
  return document;
}

/**
 * Replaces a stored document. Returns the new bytes, or undefined if nothing changed. Call this
 * only in a write transaction. If it throws, nothing was written.
 * @throws MongoError 66 if the _id differs, 11000 for a duplicate key, 15 for too many levels,
 * 17419 for a document over 16 MB
 */
export function replaceDocument(
  engine: Engine,
  collection: Collection,
  record: StoredRecord,
  before: Document,
  after: Document,
): Buffer | undefined {
  const raw = withFieldFirst(encode(after, MAX_DEPTH), '_id', () => encode({ _id: before._id }));
  if (raw.equals(record.raw)) return undefined;
  if (raw.length > MAX_DOCUMENT_BYTES) {
    throw new MongoError(
      17419,
      'Location17419',
      `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`,
    );
  }
  if ('_id' in after && compareValues(after._id, before._id) !== 0) {
    throw new MongoError(
      66,
      'ImmutableField',
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  }
  const touched = collection.indexes.filter((index) => touches(index, before, after));
  const changes = touched.map((index) => indexChange(index, before, after, record.id));
  checkUnique(engine, collection, changes, record.id);
  applyIndexChanges(engine, collection, changes, record.id);
  engine.store.putSync(recordKey(collection, record.id), raw);
  return raw;
}

/** Removes a stored document and its index entries. Call this only in a write transaction. */
export function removeDocument(engine: Engine, collection: Collection, record: StoredRecord): void {
  const relevant = new Set(collection.indexes.flatMap((index) => [...rootsOf(index)]));
  const fields = decode(pickFields(record.raw, (name) => relevant.has(name)));
  const changes = collection.indexes.map((index) => indexChange(index, fields, undefined, record.id));
  applyIndexChanges(engine, collection, changes, record.id);
  engine.store.removeSync(recordKey(collection, record.id));
  if (collection.count !== undefined) collection.count--;
}

/**
 * The entries of a document in an index. Returns no entries if a partial index does not contain the
 * document.
 */
export function entriesOf(index: IndexDefinition, document: Document): IndexEntries {
  return index.partialFilter && !partialMatcher(index)(document) ? NO_ENTRIES : indexEntries(index, document);
}

/**
 * Whether an update may change the entries of an index. The result may be true although no entry
 * changes. Most values are compared only by reference, because updates keep unchanged values by
 * reference. A few scalar types are compared by value, because a replacement document often has the
 * same scalars as the replaced document.
 */
function touches(index: IndexDefinition, before: Document, after: Document): boolean {
  return pathsOf(index).some((path) => differ(before, after, path, 0));
}

/** Whether the values at a path of two documents may differ. */
function differ(before: unknown, after: unknown, path: readonly string[], at: number): boolean {
  if (before === after) return false;
  const name = path[at];
  if (name === undefined || !isDocument(before) || !isDocument(after)) return !isSameScalar(before, after);
  if (Object.hasOwn(before, name) !== Object.hasOwn(after, name)) return true;
  return Object.hasOwn(before, name) && differ(before[name], after[name], path, at + 1);
}

function isSameScalar(a: unknown, b: unknown): boolean {
  if (a instanceof Int32) return b instanceof Int32 && a.value === b.value;
  return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
}

function indexChange(
  index: IndexDefinition,
  before: Document | undefined,
  after: Document | undefined,
  recordId: number,
): IndexChange {
  const old = before ? entriesOf(index, before) : NO_ENTRIES;
  const now = after ? entriesOf(index, after) : NO_ENTRIES;
  const removed: Buffer[] = [];
  const added: Buffer[] = [];
  for (const [bytes, entry] of old.entries)
    if (!now.entries.has(bytes)) removed.push(storedKey(index, entry.key, recordId));
  for (const [bytes, entry] of now.entries)
    if (!old.entries.has(bytes)) added.push(storedKey(index, entry.key, recordId));
  return { index, after: now, removed, added };
}

function checkUnique(engine: Engine, collection: Collection, changes: IndexChange[], recordId: number): void {
  for (const { index, after, added } of changes) {
    if (!index.unique) continue;
    for (const key of added) {
      const holder = readHolder(engine.store, key);
      if (holder === undefined || holder === recordId) continue;
      throw duplicateKeyError(collection, index, after.entries.get(key.toString('latin1'))?.values ?? []);
    }
  }
}

function applyIndexChanges(engine: Engine, collection: Collection, changes: IndexChange[], recordId: number): void {
  const holder = Buffer.allocUnsafe(6);
  holder.writeUIntBE(recordId, 0, 6);
  const nothing = Buffer.alloc(0);
  let isRedefined = false;
  for (const { index, after, removed, added } of changes) {
    for (const key of removed) engine.store.removeSync(key);
    for (const key of added) engine.store.putSync(key, index.unique ? holder : nothing);
    if (changesDefinition(index, after)) {
      redefine(index, after);
      isRedefined = true;
    }
  }
  if (isRedefined) engine.catalog.save(collection);
}

/**
 * Stores in the index definition which fields are multikey, and whether there are truncated
 * entries.
 */
export function redefine(index: IndexDefinition, entries: IndexEntries): void {
  index.hasCutEntries ||= entries.hasCutEntries;
  for (const [path, prefixes] of entries.multikeyPaths) {
    index.multikeyPaths[path] = [...new Set([...(index.multikeyPaths[path] ?? []), ...prefixes])];
  }
}
