import type { Collection } from '../storage/catalog';
import type { Engine } from '../storage/engine';
import { prefixRange, readHolder, lendRecord, recordIdOf, type StoredRecord } from '../storage/records';
import { checkInUse, EntryCursor } from './entry-cursor';
import type { IndexRange } from './index-range';
import type { IndexPlan, Plan } from './plan';

/** Reads the stored documents of a plan, in the order of the plan. Returns each document once. */
export interface RecordScan {
  /** Returns the next document. Its bytes are valid until the next read of the store. */
  next(): StoredRecord | undefined;
  /** Closes the LMDB cursors. The next call of `next` opens them again. */
  pause(): void;
  keysExamined: number;
  docsExamined: number;
}

/** Starts the scan of a plan. */
export function scanRecords(engine: Engine, collection: Collection, plan: Plan): RecordScan {
  if (plan.kind === 'collection') return new CollectionScan(engine, collection, plan.isReverse);
  if (plan.kind === 'union')
    return new UnionScan(plan.branches.map((branch) => new IndexScan(engine, collection, branch)));
  return new IndexScan(engine, collection, plan);
}

class CollectionScan implements RecordScan {
  keysExamined = 0;
  docsExamined = 0;
  private readonly cursor: EntryCursor;

  constructor(engine: Engine, collection: Collection, isReverse: boolean) {
    const { start, end } = prefixRange(collection.id);
    this.cursor = new EntryCursor(engine, collection.id, [{ low: start, high: end }], isReverse, false);
  }

  next(): StoredRecord | undefined {
    const key = this.cursor.next();
    if (!key) return undefined;
    this.docsExamined++;
    return { id: recordIdOf(key), raw: this.cursor.value };
  }

  pause(): void {
    this.cursor.pause();
  }
}

export class IndexScan implements RecordScan {
  keysExamined = 0;
  docsExamined = 0;
  private readonly cursor: EntryCursor | undefined;
  private readonly seen: Set<number> | undefined;
  /**
   * The ranges as they were when the scan began. Ranges that are computed after the index has truncated an entry would be
   * imprecise.
   */
  private readonly ranges: IndexRange[];
  private lookups = 0;
  private wasPaused = false;

  constructor(
    private readonly engine: Engine,
    private readonly collection: Collection,
    private readonly plan: IndexPlan,
  ) {
    this.seen = plan.hasRepeats ? new Set() : undefined;
    this.ranges = plan.ranges;
    this.cursor = plan.isLookup
      ? undefined
      : new EntryCursor(engine, plan.index.id, this.ranges, plan.isReverse, !plan.index.unique);
  }

  next(): StoredRecord | undefined {
    for (;;) {
      const id = this.nextId();
      if (id === undefined) return undefined;
      this.docsExamined++;
      const raw = lendRecord(this.engine.store, this.collection, id);
      if (raw) return { id, raw };
      throw new Error(
        `index ${this.plan.index.name} of ${this.collection.name} has an entry of a document that is not there`,
      );
    }
  }

  /** Returns the record id of the next document, without reading the document. */
  nextId(): number | undefined {
    for (;;) {
      const id = this.cursor ? this.nextEntry(this.cursor) : this.nextLookup();
      if (id === undefined || !this.seen) return id;
      if (this.seen.has(id)) continue;
      this.seen.add(id);
      return id;
    }
  }

  /**
   * Skips `count` documents (at least 1) without reading them. Call `skip` only before the first
   * call of `next` or `nextId`.
   * @returns false if there were fewer documents
   */
  skip(count: number): boolean {
    if (this.cursor && !this.seen) {
      this.keysExamined += count;
      return this.cursor.skip(count);
    }
    for (let skipped = 0; skipped < count; skipped++) if (this.nextId() === undefined) return false;
    return true;
  }

  private nextEntry(cursor: EntryCursor): number | undefined {
    const key = cursor.next();
    if (!key) return undefined;
    this.keysExamined++;
    return recordIdOf(this.plan.index.unique ? cursor.value : key);
  }

  private nextLookup(): number | undefined {
    if (this.wasPaused) checkInUse(this.engine, this.plan.index.id);
    this.wasPaused = false;
    while (this.lookups < this.ranges.length) {
      const position = this.plan.isReverse ? this.ranges.length - 1 - this.lookups : this.lookups;
      this.lookups++;
      const range = this.ranges[position];
      const holder = range && readHolder(this.engine.store, range.low);
      if (holder === undefined) continue;
      this.keysExamined++;
      return holder;
    }
    return undefined;
  }

  pause(): void {
    this.cursor?.pause();
    this.wasPaused = true;
  }
}

class UnionScan implements RecordScan {
  private readonly seen = new Set<number>();

  constructor(private readonly scans: IndexScan[]) {}

  get keysExamined(): number {
    return this.scans.reduce((sum, scan) => sum + scan.keysExamined, 0);
  }

  get docsExamined(): number {
    return this.scans.reduce((sum, scan) => sum + scan.docsExamined, 0);
  }

  next(): StoredRecord | undefined {
    for (const scan of this.scans) {
      for (let record = scan.next(); record; record = scan.next()) {
        if (this.seen.has(record.id)) continue;
        this.seen.add(record.id);
        return record;
      }
    }
    return undefined;
  }

  pause(): void {
    for (const scan of this.scans) scan.pause();
  }
}

/** Counts the entries in the ranges of a plan, up to `upTo`. */
export function countEntries({ store }: Engine, plan: IndexPlan, upTo: number): number {
  let count = 0;
  for (const { low: start, high: end } of plan.ranges) {
    const left = upTo - count;
    if (left <= 0) break;
    // LMDB can skip entries, and it can count the entries of a whole range, but it cannot stop
    // counting at a limit. So first look for the entry at the limit.
    const [lastCounted] = store.getKeys({ start, end, offset: left - 1, limit: 1 });
    count += lastCounted ? left : store.getKeysCount({ start, end });
  }
  return count;
}
