import type { Collection } from './catalog';
import type { Store } from './engine';
import { PREFIX_BYTES, RECORD_ID_BYTES } from './index-entries';

/** A stored document. Record ids increase in the order of insertion within a collection. */
export interface StoredRecord {
  id: number;
  raw: Buffer;
}

export function recordKey(collection: { id: number }, recordId: number): Buffer {
  const key = Buffer.allocUnsafe(PREFIX_BYTES + RECORD_ID_BYTES);
  key.writeUInt32BE(collection.id, 0);
  key.writeUIntBE(recordId, PREFIX_BYTES, RECORD_ID_BYTES);
  return key;
}

export function recordIdOf(key: Buffer): number {
  return key.readUIntBE(key.length - RECORD_ID_BYTES, RECORD_ID_BYTES);
}

/** The range of all keys that begin with the id of a collection or an index. */
export function prefixRange(id: number): { start: Buffer; end: Buffer } {
  const range = { start: Buffer.allocUnsafe(PREFIX_BYTES), end: Buffer.allocUnsafe(PREFIX_BYTES) };
  range.start.writeUInt32BE(id);
  range.end.writeUInt32BE(id + 1);
  return range;
}

/** The bytes of a document. They are valid only until the next read of the store. */
export function lendRecord(store: Store, collection: { id: number }, recordId: number): Buffer | undefined {
  const shared = store.getBinaryFast(recordKey(collection, recordId));
  // LMDB returns a buffer whose memory is larger than the document. Only the property `length` of
  // the buffer is the size of the document.
  return shared && Buffer.from(shared.buffer, shared.byteOffset, shared.length);
}

/** A copy of a document's bytes. */
export function readRecord(store: Store, collection: { id: number }, recordId: number): Buffer | undefined {
  const lent = lendRecord(store, collection, recordId);
  return lent && Buffer.from(lent);
}

/** The record id of the document that has this key in a unique index. */
export function readHolder(store: Store, key: Buffer): number | undefined {
  return store.getBinaryFast(key)?.readUIntBE(0, RECORD_ID_BYTES);
}

/**
 * Removes all keys that begin with the id of a collection or an index. Call this only in a write
 * transaction.
 */
export function clearPrefix(store: Store, id: number): void {
  for (const key of store.getKeys(prefixRange(id))) store.removeSync(key);
}

export function takeRecordId(store: Store, collection: Collection): number {
  if (collection.nextRecordId === undefined) {
    const { start, end } = prefixRange(collection.id);
    collection.nextRecordId = 1;
    for (const key of store.getKeys({ start: end, end: start, reverse: true, limit: 1 })) {
      if (key.length === PREFIX_BYTES + RECORD_ID_BYTES && key.compare(start) > 0)
        collection.nextRecordId = recordIdOf(key) + 1;
    }
  }
  return collection.nextRecordId++;
}

/**
 * The number of documents in a collection. The documents are counted on the first call. After that,
 * writes update the number.
 */
export function countRecords(store: Store, collection: Collection): number {
  collection.count ??= store.getKeysCount(prefixRange(collection.id));
  return collection.count;
}
