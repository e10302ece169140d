import { MongoError } from '../errors/mongo-error';
import type { Engine } from '../storage/engine';
import type { IndexRange } from './index-range';

interface Entry {
  key: Buffer;
  value: Buffer;
}

const NO_VALUE = Buffer.alloc(0);

/**
 * Reads the keys of some ranges in order. While paused, it has no open transaction in LMDB. It
 * continues after the last key that it returned, and also sees entries that were written during the
 * pause.
 */
export class EntryCursor {
  private range = 0;
  private last: Buffer | undefined;
  private open: Iterator<Entry | Buffer> | undefined;
  /** The value of the entry that `next` returned most recently. Empty if only keys are read. */
  value: Buffer = NO_VALUE;
  private wasPaused = false;
  /** How many entries the next call of `next` skips. */
  private toSkip = 0;

  constructor(
    private readonly engine: Engine,
    /** The id of the collection or index. Every key of the ranges starts with it. */
    private readonly id: number,
    private readonly ranges: IndexRange[],
    private readonly isReverse: boolean,
    private readonly isKeysOnly: boolean,
  ) {
    if (isReverse) this.ranges = [...ranges].reverse();
  }

  /** Returns the key of the next entry. Undefined at the end. */
  next(): Buffer | undefined {
    for (; this.range < this.ranges.length; this.range++, this.last = undefined) {
      const range = this.ranges[this.range] as IndexRange;
      this.open ??= this.openRange(range);
      const step = this.open.next();
      if (!step.done) {
        this.toSkip = 0;
        const entry = step.value;
        if (Buffer.isBuffer(entry)) return (this.last = entry);
        this.value = entry.value;
        return (this.last = entry.key);
      }
      this.open = undefined;
      // The whole range was skipped.
      if (this.toSkip > 0) this.toSkip -= this.engine.store.getKeysCount({ start: range.low, end: range.high });
    }
    return undefined;
  }

  /**
   * Skips `count` entries (at least 1). LMDB skips entries much faster than repeated calls of `next`
   * would. Call `skip` only before the first call of `next`.
   * @returns false if there were fewer entries
   */
  skip(count: number): boolean {
    this.toSkip = count - 1;
    return this.next() !== undefined;
  }

  pause(): void {
    this.open?.return?.();
    this.open = undefined;
    this.wasPaused = true;
  }

  private openRange({ low, high }: IndexRange): Iterator<Entry | Buffer> {
    if (this.wasPaused) checkInUse(this.engine, this.id);
    this.wasPaused = false;
    const options = this.isReverse
      ? {
          start: this.last ?? high,
          end: low,
          exclusiveStart: true,
          inclusiveEnd: true,
          reverse: true,
          offset: this.toSkip,
        }
      : { start: this.last ?? low, end: high, exclusiveStart: this.last !== undefined, offset: this.toSkip };
    const { store } = this.engine;
    if (this.isKeysOnly) return store.getKeys(options)[Symbol.iterator]();
    return (store.getRange(options) as Iterable<Entry>)[Symbol.iterator]();
  }
}

/**
 * Fails if the collection or index was dropped. Without this check, the cursor would find no more
 * entries, and its result would look complete.
 * @throws MongoError 175 (QueryPlanKilled)
 */
export function checkInUse(engine: Engine, id: number): void {
  if (engine.catalog.isInUse(id)) return;
  throw new MongoError(175, 'QueryPlanKilled', 'the collection or index that the cursor reads was dropped');
}
