import { MongoError } from '../errors';
import type { Engine } from '../storage/engine';
import type { IndexRange } from './index-range';

interface Entry {
  key: Buffer;
  value: Buffer;
}

/**
 * Reads the keys of some ranges in order. It can be paused at any point: a paused cursor holds nothing open in LMDB. It
 * resumes after the last key that it returned, and sees what was stored in the meantime.
 */
export class EntryCursor {
  private range = 0;
  private last: Buffer | undefined;
  private open: Iterator<Entry> | undefined;
  private wasPaused = false;

  constructor(
    private readonly engine: Engine,
    /** The number of the collection or index, which is the prefix of every range. */
    private readonly id: number,
    private readonly ranges: IndexRange[],
    private readonly isReverse: boolean,
  ) {
    if (isReverse) this.ranges = [...ranges].reverse();
  }

  next(): Entry | undefined {
    for (; this.range < this.ranges.length; this.range++, this.last = undefined) {
      this.open ??= this.openRange(this.ranges[this.range] as IndexRange);
      const step = this.open.next();
      if (!step.done) {
        this.last = step.value.key;
        return step.value;
      }
      this.open = undefined;
    }
    return undefined;
  }

  pause(): void {
    this.open?.return?.();
    this.open = undefined;
    this.wasPaused = true;
  }

  private openRange({ low, high }: IndexRange): Iterator<Entry> {
    if (this.wasPaused) checkInUse(this.engine, this.id);
    this.wasPaused = false;
    const options = this.isReverse
      ? { start: this.last ?? high, end: low, exclusiveStart: true, inclusiveEnd: true, reverse: true }
      : { start: this.last ?? low, end: high, exclusiveStart: this.last !== undefined };
    return (this.engine.store.getRange(options) as Iterable<Entry>)[Symbol.iterator]();
  }
}

/**
 * Fails when the collection or index was dropped: its entries are gone, and a silent end would look like a complete
 * result.
 * @throws MongoError 175 (QueryPlanKilled)
 */
export function checkInUse(engine: Engine, id: number): void {
  if (engine.catalog.isInUse(id)) return;
  throw new MongoError(175, 'QueryPlanKilled', 'the collection or index that the cursor reads was dropped');
}
