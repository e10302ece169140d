import { MongoError } from '../errors/mongo-error';
import type { CompiledSort } from '../sort/sort-key';
import { DocumentBuffer } from '../storage/document-buffer';
import type { MemoryBudget } from '../storage/memory-budget';
import type { StoredRecord } from '../storage/records';
import { sizeInMemory } from '../values/size-in-memory';

/** The memory limit of a sort, as in MongoDB. */
const MAX_SORT_BYTES = 100 * 1024 * 1024;
/**
 * The memory that a record needs in addition to its bytes, for its slot in the list and its buffer
 * object.
 */
const RECORD_BYTES = 200;
/**
 * Records beyond the limit of the query are removed only when more than `2 * needed + MIN_PRUNED` records are held,
 * because each removal copies the remaining records.
 */
const MIN_PRUNED = 100;

interface SortedRecord extends StoredRecord {
  key: unknown[];
  keyBytes: number;
}

const NO_KEY: unknown[] = [];

/** Collects the records of a sort, then returns them in order. */
export class SortedRecords {
  private records: SortedRecord[] = [];
  private documents: DocumentBuffer;

  /**
   * @param needed how many records are requested, from the start of the sort order; Infinity for
   * all
   */
  constructor(
    private readonly budget: MemoryBudget,
    private readonly sorter: CompiledSort,
    private readonly needed: number,
  ) {
    this.documents = new DocumentBuffer(budget, MAX_SORT_BYTES, sortTooLarge);
  }

  /**
   * @throws MongoError 292 if this sort exceeds its own memory limit, 146 if all sorts and cursors
   * together exceed the limit that they share
   */
  add(record: StoredRecord, key: unknown[]): void {
    const keyBytes = sizeInMemory(key);
    this.documents.reserve(RECORD_BYTES + keyBytes);
    this.records.push({ id: record.id, raw: this.documents.keep(record.raw), key, keyBytes });
    if (this.records.length > 2 * this.needed + MIN_PRUNED) this.prune();
  }

  get size(): number {
    return this.records.length;
  }

  /** Sorts the records, drops the first `toSkip`, and releases the sort keys. */
  finish(toSkip: number): void {
    this.sort();
    this.records.splice(0, toSkip);
    this.records.reverse();
    let keyBytes = 0;
    for (const record of this.records) {
      keyBytes += record.keyBytes;
      record.key = NO_KEY;
    }
    this.documents.release(keyBytes);
  }

  next(): StoredRecord | undefined {
    return this.records.pop();
  }

  close(): void {
    this.documents.close();
    this.records = [];
  }

  private sort(): void {
    this.records.sort((a, b) => this.sorter.compare(a.key, b.key));
  }

  private prune(): void {
    this.sort();
    const kept = this.records.slice(0, this.needed);
    const before = this.documents;
    this.documents = new DocumentBuffer(this.budget, MAX_SORT_BYTES, sortTooLarge);
    this.records = [];
    try {
      for (const record of kept) {
        this.documents.reserve(RECORD_BYTES + record.keyBytes);
        this.records.push({ ...record, raw: this.documents.keep(record.raw) });
      }
    } finally {
      before.close();
    }
  }
}

function sortTooLarge(): MongoError {
  const text = `Sort exceeded memory limit of ${MAX_SORT_BYTES} bytes, but did not opt in to external sorting.`;
  return new MongoError(292, 'QueryExceededMemoryLimitNoDiskUseAllowed', text);
}
