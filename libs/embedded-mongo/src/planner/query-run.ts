import { MongoError } from '../errors';
import { compileFilter, type Evaluation, type Matcher } from '../query/compile-filter';
import { compileSort } from '../sort/sort-key';
import type { Collection } from '../storage/catalog';
import type { Engine } from '../storage/engine';
import { pickFields } from '../storage/raw-document';
import type { StoredRecord } from '../storage/records';
import { decode, type Document } from '../values/decode';
import { filterFields, rootOf } from './filter-fields';
import type { Plan, PlanRequest } from './plan';
import { planQuery } from './plan-query';
import { IndexScan, scanRecords, type RecordScan } from './record-scan';

/** MongoDB's limit for a sort in memory. */
const MAX_SORT_BYTES = 100 * 1024 * 1024;

export interface Query {
  filter: Document;
  sort?: Document;
  skip?: number;
  /** No limit where it is missing or 0. */
  limit?: number;
  hint?: PlanRequest['hint'];
}

interface SortedRecord {
  record: StoredRecord;
  key: unknown[];
}

/**
 * A query that runs: gives its documents one by one, in order, as they are stored. It can be paused between any two.
 */
export class QueryRun {
  readonly plan: Plan;
  readonly matcher: Matcher;
  readonly scan: RecordScan;
  private readonly fields: Set<string> | undefined;
  private readonly sorted: SortedRecord[] | undefined;
  private isGathered = false;
  private readonly limit: number;
  private toSkip: number;
  private given = 0;
  private gatheredBytes = 0;

  /** @throws MongoError for a malformed filter, sort or hint. */
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
      hasLimit: this.limit < Infinity,
    });
    this.scan = scanRecords(engine, collection, this.plan);
    this.fields = filterFields(query.filter);
    if (!this.plan.isSorted) this.sorted = [];
  }

  private readonly sorter: ReturnType<typeof compileSort> | undefined;

  /** The next document; undefined at the end. */
  next(): StoredRecord | undefined {
    const step = this.step(Infinity);
    return step === 'later' ? undefined : step;
  }

  /** Like next, but answers 'later' when that moment (of performance.now) passes before a document is found. */
  step(until: number): StoredRecord | undefined | 'later' {
    if (this.given >= this.limit) return undefined;
    const found = this.sorted ? this.stepSorted(this.sorted, until) : this.stepScan(until);
    if (found !== undefined && found !== 'later') this.given++;
    return found;
  }

  /** How many documents there are, which often needs no look at them. */
  count(): number {
    const scan = this.scan;
    let count = 0;
    if (scan instanceof IndexScan && this.isExact() && !this.sorted) {
      const stop = this.toSkip + this.limit;
      for (; count < stop && scan.nextId() !== undefined; count++)
        if ((count & 1023) === 0) this.evaluation.deadline?.check();
      return Math.max(count - this.toSkip, 0);
    }
    while (this.next() !== undefined) count++;
    return count;
  }

  pause(): void {
    this.scan.pause();
  }

  /** Whether it is known that no further document follows. */
  get isFinished(): boolean {
    return this.given >= this.limit || (this.isGathered && this.sorted?.length === 0);
  }

  private isExact(): boolean {
    return this.plan.kind === 'index' && this.plan.isExact;
  }

  private stepScan(until: number): StoredRecord | undefined | 'later' {
    for (;;) {
      const record = this.nextMatching(until);
      if (record === undefined || record === 'later') return record;
      if (this.toSkip === 0) return record;
      this.toSkip--;
    }
  }

  private nextMatching(until: number): StoredRecord | undefined | 'later' {
    const checks = !this.isExact() && Object.keys(this.query.filter).length > 0;
    for (let looked = 1; ; looked++) {
      const record = this.scan.next();
      if (record === undefined) return undefined;
      if (!checks || this.matcher.matches(this.decodeFor(record.raw))) return record;
      if ((looked & 63) === 0) {
        this.evaluation.deadline?.check();
        if (performance.now() > until) return 'later';
      }
    }
  }

  private decodeFor(raw: Buffer): Document {
    const fields = this.fields;
    return decode(fields ? pickFields(raw, (name) => fields.has(name)) : raw);
  }

  private stepSorted(sorted: SortedRecord[], until: number): StoredRecord | undefined | 'later' {
    if (!this.isGathered && !this.gather(sorted, until)) return 'later';
    return sorted.pop()?.record;
  }

  /** Reads all that matches, keeping no more than skip and limit need; false when time was up. */
  private gather(sorted: SortedRecord[], until: number): boolean {
    const sorter = this.sorter as ReturnType<typeof compileSort>;
    const roots = new Set(Object.keys(this.query.sort ?? {}).map(rootOf));
    const needed = this.toSkip + this.limit;
    for (;;) {
      const record = this.nextMatching(until);
      if (record === 'later') return false;
      if (record === undefined) break;
      sorted.push({ record, key: sorter.key(decode(pickFields(record.raw, (name) => roots.has(name)))) });
      this.gatheredBytes += record.raw.length;
      if (sorted.length > 2 * needed + 100) this.prune(sorted, sorter, needed);
      if (this.gatheredBytes > MAX_SORT_BYTES) throw sortTooLarge();
      if ((sorted.length & 63) === 0) {
        this.evaluation.deadline?.check();
        if (performance.now() > until) return false;
      }
    }
    sorted.sort((a, b) => sorter.compare(a.key, b.key));
    sorted.splice(0, this.toSkip);
    sorted.reverse();
    this.isGathered = true;
    return true;
  }

  private prune(sorted: SortedRecord[], sorter: ReturnType<typeof compileSort>, needed: number): void {
    sorted.sort((a, b) => sorter.compare(a.key, b.key));
    sorted.length = needed;
    this.gatheredBytes = sorted.reduce((sum, { record }) => sum + record.raw.length, 0);
  }
}

function sortTooLarge(): MongoError {
  const text = `Sort exceeded memory limit of ${MAX_SORT_BYTES} bytes, but did not opt in to external sorting.`;
  return new MongoError(292, 'QueryExceededMemoryLimitNoDiskUseAllowed', text);
}
