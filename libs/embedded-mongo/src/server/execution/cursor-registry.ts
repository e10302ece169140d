import { randomBytes } from 'node:crypto';
import { MongoError } from '../../errors/mongo-error';
import type { MemoryBudget } from '../../storage/memory-budget';
import type { DocumentSource } from './fill-batch';

/** An open cursor, which its client can continue to read. */
export interface OpenCursor {
  id: bigint;
  ns: string;
  /**
   * The session in which the cursor was opened, as a hexadecimal string. Undefined without a
   * session.
   */
  session: string | undefined;
  source: DocumentSource;
  lastUsed: number;
  /** Whether a batch of the cursor is being read. Until the batch is complete, the cursor must not be closed. */
  isBusy: boolean;
  isKilled: boolean;
}

/** An idle cursor is closed after this time, as in MongoDB. */
const IDLE_MS = 10 * 60 * 1000;
/** The maximum interval between two checks for idle cursors, as in MongoDB. */
const SWEEP_MS = 4_000;
/**
 * The maximum number of open cursors, because even a cursor without documents uses memory. If there
 * are more, the least recently used cursor is closed.
 */
const MAX_CURSORS = 1_000;

/**
 * The open cursors of all clients. A cursor stores its position or its sorted documents. It is
 * closed after its last document, when it is killed, when it was idle for too long, when its
 * session ends, or when other work needs its memory.
 */
export class CursorRegistry {
  /**
   * The open cursors by id, in the order of their last use. The least recently used cursor is
   * first.
   */
  private readonly cursors = new Map<bigint, OpenCursor>();
  /** The timer of the checks for idle cursors. Undefined while no cursor is open. */
  private sweep: NodeJS.Timeout | undefined;

  constructor(
    budget: MemoryBudget,
    private readonly idleMs = IDLE_MS,
    private readonly clock: () => number = () => performance.now(),
  ) {
    budget.reclaim = (bytes) => this.reclaim(budget, bytes);
  }

  open(ns: string, source: DocumentSource, session: string | undefined): bigint {
    if (this.cursors.size >= MAX_CURSORS) this.killFirst(() => true);
    const id = BigInt.asUintN(63, randomBytes(8).readBigUInt64LE()) | 1n;
    this.cursors.set(id, { id, ns, session, source, lastUsed: this.clock(), isBusy: false, isKilled: false });
    this.startSweep();
    return id;
  }

  /**
   * Reserves a cursor, so that the caller can read a batch. The caller must then call `giveBack`.
   * @throws MongoError 43 if the cursor does not exist or is closed, 13 if it belongs to a different collection, 50737
   * if it is already reserved
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

  /**
   * Ends the reservation of a cursor. Closes the cursor if it is finished or was killed in the
   * meantime.
   */
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
    this.stopSweep();
    for (const id of [...this.cursors.keys()]) this.kill(id);
  }

  private startSweep(): void {
    this.sweep ??= setInterval(
      () => {
        this.expire();
        if (this.cursors.size === 0) this.stopSweep();
      },
      Math.min(SWEEP_MS, Math.ceil(this.idleMs / 2)),
    ).unref();
  }

  private stopSweep(): void {
    clearInterval(this.sweep);
    this.sweep = undefined;
  }

  private expire(): void {
    const limit = this.clock() - this.idleMs;
    for (const cursor of [...this.cursors.values()])
      if (!cursor.isBusy && cursor.lastUsed <= limit) this.kill(cursor.id);
  }

  /**
   * Closes the least recently used cursors that keep documents in memory, until `bytes` bytes are
   * released.
   */
  private reclaim(budget: MemoryBudget, bytes: number): void {
    const target = budget.held - bytes;
    while (budget.held > target && this.killFirst(({ source }) => source.holdsMemory));
  }

  private killFirst(isWanted: (cursor: OpenCursor) => boolean): boolean {
    for (const cursor of this.cursors.values()) if (!cursor.isBusy && isWanted(cursor)) return this.kill(cursor.id);
    return false;
  }
}
