import { randomBytes } from 'node:crypto';
import { MongoError } from '../errors';
import type { MemoryBudget } from '../storage/memory-budget';
import type { DocumentSource } from './fill-batch';

/** A cursor that a client may continue to read. */
export interface OpenCursor {
  id: bigint;
  ns: string;
  /** The client's session that opened it, as hexadecimal text; missing where it has none. */
  session: string | undefined;
  source: DocumentSource;
  lastUsed: number;
  /** While a batch of it is being read: it is closed afterwards only. */
  isBusy: boolean;
  isKilled: boolean;
}

/** MongoDB's time after which an idle cursor is closed. */
const IDLE_MS = 10 * 60 * 1000;
/** How often idle cursors are looked for, at most; MongoDB's pace. */
const SWEEP_MS = 4_000;
/** Each holds a little memory even without documents: the one unused for longest makes room. */
const MAX_CURSORS = 1_000;

/**
 * The cursors of all clients. A cursor holds where to go on, or the documents that it has sorted. It ends when it was
 * read to its end, killed, or unused for a time, when its session ends, and when others need its memory.
 */
export class CursorRegistry {
  /** In the order of their use. */
  private readonly cursors = new Map<bigint, OpenCursor>();
  private readonly sweep: NodeJS.Timeout;

  constructor(
    budget: MemoryBudget,
    private readonly idleMs = IDLE_MS,
    private readonly clock: () => number = () => performance.now(),
  ) {
    budget.reclaim = (bytes) => this.reclaim(budget, bytes);
    this.sweep = setInterval(() => this.expire(), Math.min(SWEEP_MS, Math.ceil(idleMs / 2)));
    this.sweep.unref();
  }

  open(ns: string, source: DocumentSource, session: string | undefined): bigint {
    if (this.cursors.size >= MAX_CURSORS) this.killFirst(() => true);
    const id = BigInt.asUintN(63, randomBytes(8).readBigUInt64LE()) | 1n;
    this.cursors.set(id, { id, ns, session, source, lastUsed: this.clock(), isBusy: false, isKilled: false });
    return id;
  }

  /**
   * Takes a cursor to read a batch of it; `giveBack` ends that.
   * @throws MongoError 43 when there is no such cursor (any more).
   */
  use(id: bigint, ns: string): OpenCursor {
    this.expire();
    const cursor = this.cursors.get(id);
    if (!cursor) throw new MongoError(43, 'CursorNotFound', `cursor id ${id} not found`);
    if (cursor.ns !== ns) {
      const text = `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.ns}`;
      throw new MongoError(13, 'Unauthorized', text);
    }
    if (cursor.isBusy)
      throw new MongoError(50737, 'Location50737', `Cursor with id ${cursor.id} is in use by another operation`);
    cursor.isBusy = true;
    return cursor;
  }

  /** Ends the use of a cursor, and the cursor itself where nothing more is read of it. */
  giveBack(cursor: OpenCursor, isFinished: boolean): void {
    cursor.isBusy = false;
    cursor.lastUsed = this.clock();
    this.cursors.delete(cursor.id);
    if (isFinished || cursor.isKilled) cursor.source.close();
    else this.cursors.set(cursor.id, cursor);
  }

  kill(id: bigint): boolean {
    const cursor = this.cursors.get(id);
    if (!cursor) return false;
    this.cursors.delete(id);
    cursor.isKilled = true;
    if (!cursor.isBusy) cursor.source.close();
    return true;
  }

  /** Kills the cursors of a session. */
  killSession(session: string): void {
    for (const cursor of [...this.cursors.values()]) if (cursor.session === session) this.kill(cursor.id);
  }

  get size(): number {
    return this.cursors.size;
  }

  /** Kills all cursors and stops the timer. */
  close(): void {
    clearInterval(this.sweep);
    for (const id of [...this.cursors.keys()]) this.kill(id);
  }

  private expire(): void {
    const limit = this.clock() - this.idleMs;
    for (const cursor of [...this.cursors.values()])
      if (!cursor.isBusy && cursor.lastUsed <= limit) this.kill(cursor.id);
  }

  /** Closes the cursors with documents that were unused for longest, until so many bytes are free. */
  private reclaim(budget: MemoryBudget, bytes: number): void {
    const target = budget.held - bytes;
    while (budget.held > target && this.killFirst(({ source }) => source.holdsMemory));
  }

  private killFirst(isWanted: (cursor: OpenCursor) => boolean): boolean {
    for (const cursor of this.cursors.values()) if (!cursor.isBusy && isWanted(cursor)) return this.kill(cursor.id);
    return false;
  }
}
