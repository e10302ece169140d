import { randomBytes } from 'node:crypto';
import { MongoError } from '../../errors/mongo-error';
import type { MemoryBudget } from '../../storage/memory-budget';
import type { DocumentSource } from './fill-batch';

/** A cursor that a client may continue to read. */
export interface OpenCursor {
  id: bigint;
  ns: string;
  /** The session that opened it, as a hexadecimal string. Undefined if there was none. */
  session: string | undefined;
  source: DocumentSource;
  lastUsed: number;
  /** Whether a batch is being read from it. It must not be closed before the read has ended. */
  isBusy: boolean;
  isKilled: boolean;
}

/** An idle cursor is closed after this time, as in MongoDB. */
const IDLE_MS = 10 * 60 * 1000;
/** The longest pause between two checks for idle cursors, as in MongoDB. */
const SWEEP_MS = 4_000;
/**
 * The maximum number of open cursors. Each uses some memory even without documents. To open another, the least recently
 * used cursor is closed.
 */
const MAX_CURSORS = 1_000;

/**
 * The cursors of all clients. A cursor keeps its position or its sorted documents. It is closed after its last
 * document, when it is killed or idle for too long, when its session ends, and when other work needs its memory.
 */
export class CursorRegistry {
  /** Ordered from the least to the most recently used cursor. */
  private readonly cursors = new Map<bigint, OpenCursor>();
  /** Set only while cursors are open. */
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
   * Reserves a cursor so that a batch can be read from it. `giveBack` releases it.
   * @throws MongoError 43 if the cursor does not exist or is closed
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

  /** Releases a cursor after a batch, and closes it if it is finished or was killed. */
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

  /** Closes the least recently used cursors that keep documents, until this many bytes are free. */
  private reclaim(budget: MemoryBudget, bytes: number): void {
    const target = budget.held - bytes;
    while (budget.held > target && this.killFirst(({ source }) => source.holdsMemory));
  }

  private killFirst(isWanted: (cursor: OpenCursor) => boolean): boolean {
    for (const cursor of this.cursors.values()) if (!cursor.isBusy && isWanted(cursor)) return this.kill(cursor.id);
    return false;
  }
}
