import { compileFilter, type Evaluation, type Matcher } from '../query/compile-filter';
import { compileSort } from '../sort/sort-key';
import type { Collection } from '../storage/catalog';
import type { Engine } from '../storage/engine';
import type { StoredRecord } from '../storage/records';
import { decode, type Document } from '../values/decode';
import { decodePaths, type PathTree } from '../values/decode-paths';
import { filterPaths, sortPaths } from './filter-paths';
import type { Plan, PlanRequest } from './plan';
import { planQuery } from './plan-query';
import { countEntries, IndexScan, scanRecords, type RecordScan } from './record-scan';
import { SortedRecords } from './sorted-records';

export interface Query {
  filter: Document;
  sort?: Document;
  skip?: number;
  /** The maximum number of documents. 0 or undefined means no limit. */
  limit?: number;
  hint?: PlanRequest['hint'];
}

/**
 * A running query. Returns the stored documents one by one, in the requested order. It can be
 * paused after each document. It releases the memory of a sort at the end of the query, or in
 * `close`.
 */
export class QueryRun {
  readonly plan: Plan;
  readonly matcher: Matcher;
  readonly scan: RecordScan;
  /** The paths that the filter reads. Undefined until the first document is checked. */
  private filtered: { paths: PathTree | undefined } | undefined;
  private readonly sorted: SortedRecords | undefined;
  private isGathered = false;
  private readonly limit: number;
  private toSkip: number;
  private given = 0;
  /** How many documents were looked at. */
  private looked = 0;

  /** @throws MongoError if the filter, the sort or the hint is malformed */
  constructor(
    engine: Engine,
    collection: Collection,
    private readonly query: Query,
    private readonly evaluation: Evaluation,
  ) {
    this.matcher = compileFilter(query.filter, evaluation);
    this.limit = query.limit || Infinity;
    this.toSkip = query.skip ?? 0;
    const sort = Object.entries(query.sort ?? {}).map(
      ([path, direction]) => [path, Number(direction) < 0 ? -1 : 1] as [string, 1 | -1],
    );
    if (sort.length > 0 && sort[0]?.[0] !== '$natural') this.sorter = compileSort(query.sort as Document);
    this.plan = planQuery(collection, {
      filter: query.filter,
      sort,
      hint: query.hint,
      ...(this.limit < Infinity ? { limit: this.toSkip + this.limit } : {}),
      countEntries: (plan, upTo) => countEntries(engine, plan, upTo),
    });
    this.scan = scanRecords(engine, collection, this.plan);
    if (!this.plan.isSorted)
      this.sorted = new SortedRecords(
        engine.memory,
        this.sorter as ReturnType<typeof compileSort>,
        this.toSkip + this.limit,
      );
  }

  private readonly sorter: ReturnType<typeof compileSort> | undefined;

  /** Returns the next document. Undefined at the end. */
  next(): StoredRecord | undefined {
    const found = this.step(Infinity);
    return found === undefined || found === 'later' ? undefined : { id: found.id, raw: Buffer.from(found.raw) };
  }

  /**
   * Like `next`, but the bytes are valid only until the next read of the store. Returns 'later' if
   * it has found no document by the time `until`, which is compared with performance.now().
   */
  step(until: number): StoredRecord | undefined | 'later' {
    if (this.given >= this.limit) return undefined;
    let isLast = true;
    try {
      const found = this.sorted ? this.stepSorted(this.sorted, until) : this.stepScan(until);
      if (found !== undefined && found !== 'later') this.given++;
      isLast = found === undefined || this.isFinished;
      return found;
    } finally {
      if (isLast) this.sorted?.close();
    }
  }

  /** Counts the documents. Reads no documents if the index entries show which ones match. */
  count(): number {
    const scan = this.scan;
    let count = 0;
    if (scan instanceof IndexScan && this.isExact() && !this.sorted) {
      const stop = this.toSkip + this.limit;
      for (; count < stop && scan.nextId() !== undefined; count++)
        if ((count & 1023) === 0) this.evaluation.deadline?.check();
      return Math.max(count - this.toSkip, 0);
    }
    while (this.step(Infinity) !== undefined) count++;
    return count;
  }

  pause(): void {
    this.scan.pause();
  }

  /** Ends the query and releases its resources. */
  close(): void {
    this.scan.pause();
    this.sorted?.close();
  }

  /** Whether the query keeps documents in memory, because it sorts them. */
  get holdsMemory(): boolean {
    return this.sorted !== undefined;
  }

  /** Whether it is certain that there are no more documents. */
  get isFinished(): boolean {
    return this.given >= this.limit || (this.isGathered && this.sorted?.size === 0);
  }

  private isExact(): boolean {
    return this.plan.kind === 'index' && this.plan.isExact;
  }

  private stepScan(until: number): StoredRecord | undefined | 'later' {
    if (this.toSkip > 0 && this.scan instanceof IndexScan && this.isExact()) {
      const isThere = this.scan.skip(this.toSkip);
      this.toSkip = 0;
      if (!isThere) return undefined;
    }
    for (;;) {
      const record = this.nextMatching(until);
      if (record === undefined || record === 'later') return record;
      if (this.toSkip === 0) return record;
      this.toSkip--;
    }
  }

  private nextMatching(until: number): StoredRecord | undefined | 'later' {
    const checks = !this.isExact() && Object.keys(this.query.filter).length > 0;
    for (;;) {
      const record = this.scan.next();
      if (record === undefined) return undefined;
      const mayPause = (++this.looked & 63) === 0;
      if (mayPause) this.evaluation.deadline?.check();
      if (!checks || this.matcher.matches(this.decodeFor(record.raw))) return record;
      if (mayPause && performance.now() > until) return 'later';
    }
  }

  private decodeFor(raw: Buffer): Document {
    this.filtered ??= { paths: filterPaths(this.query.filter) };
    const { paths } = this.filtered;
    return paths ? decodePaths(raw, paths) : decode(raw);
  }

  private stepSorted(sorted: SortedRecords, until: number): StoredRecord | undefined | 'later' {
    if (!this.isGathered && !this.gather(sorted, until)) return 'later';
    return sorted.next();
  }

  /**
   * Reads all matching documents for the sort. Returns false if some are unread at the time `until`.
   */
  private gather(sorted: SortedRecords, until: number): boolean {
    const sorter = this.sorter as ReturnType<typeof compileSort>;
    const paths = sortPaths(this.query.sort ?? {});
    for (;;) {
      const record = this.nextMatching(until);
      if (record === 'later') return false;
      if (record === undefined) break;
      sorted.add(record, sorter.key(decodePaths(record.raw, paths)));
      if ((sorted.size & 63) === 0) {
        this.evaluation.deadline?.check();
        if (performance.now() > until) return false;
      }
    }
    sorted.finish(this.toSkip);
    this.isGathered = true;
    return true;
  }
}
