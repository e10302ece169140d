import { Timestamp } from 'bson';
import type { Transaction } from 'lmdb';
import { MongoError } from '../errors/mongo-error';
import type { Engine } from './engine';

/** The content of all databases at one instant. */
export interface Snapshot {
  /**
   * The time of the snapshot. After the first read, the client sends this time with each further
   * read, to read from the same snapshot.
   */
  time: Timestamp;
  /** The LMDB read transaction that keeps the content unchanged. */
  transaction: Transaction;
}

interface OpenSnapshot extends Snapshot {
  session: string;
  /** When the snapshot was last read, in milliseconds from performance.now(). */
  lastUsed: number;
}

/**
 * How long a snapshot stays open without a read, in milliseconds. LMDB cannot free old pages while
 * a snapshot is open.
 */
const IDLE_MS = 5 * 60 * 1000;
const SWEEP_MS = 4_000;
/**
 * The maximum number of open snapshots. Each snapshot needs an LMDB read transaction, and LMDB
 * limits the number of read transactions.
 */
const MAX_SNAPSHOTS = 8;

/** The snapshots of all sessions (`startSession({ snapshot: true })`). */
export class Snapshots {
  private readonly open = new Map<string, OpenSnapshot>();
  private sweep: NodeJS.Timeout | undefined;
  private lastIncrement = 0;

  constructor(
    private readonly engine: Engine,
    private readonly idleMs = IDLE_MS,
  ) {}

  /**
   * Returns the snapshot for a read. The first read of a session has no `time`, and opens a
   * snapshot.
   * @throws MongoError 239 if the snapshot is closed, 72 if the read has no session
   */
  use(session: string | undefined, time: unknown): Snapshot {
    if (session === undefined) throw new MongoError(72, 'InvalidOptions', 'snapshot reads need a session');
    this.expire();
    const snapshot = time === undefined ? this.create(session) : this.open.get(session);
    if (!snapshot || (time instanceof Timestamp && !snapshot.time.equals(time)))
      throw new MongoError(239, 'SnapshotTooOld', 'the snapshot was closed because nobody read it; start again');
    snapshot.lastUsed = performance.now();
    return snapshot;
  }

  /** Closes the snapshot of a session, if it has one. */
  close(session: string): void {
    const snapshot = this.open.get(session);
    if (!snapshot) return;
    this.open.delete(session);
    snapshot.transaction.done();
    if (this.open.size === 0) this.stopSweep();
  }

  closeAll(): void {
    for (const session of [...this.open.keys()]) this.close(session);
  }

  private create(session: string): OpenSnapshot {
    // Drivers reuse session ids. Close the snapshot of an earlier session with this id.
    this.close(session);
    if (this.open.size >= MAX_SNAPSHOTS)
      throw new MongoError(246, 'SnapshotUnavailable', `there are ${MAX_SNAPSHOTS} snapshots already`);
    const seconds = Math.floor(Date.now() / 1000);
    const snapshot = {
      time: new Timestamp({ t: seconds, i: ++this.lastIncrement }),
      transaction: this.engine.store.useReadTransaction(),
      session,
      lastUsed: performance.now(),
    };
    this.open.set(session, snapshot);
    this.sweep ??= setInterval(() => this.expire(), Math.min(SWEEP_MS, this.idleMs)).unref();
    return snapshot;
  }

  private expire(): void {
    const limit = performance.now() - this.idleMs;
    for (const { session, lastUsed } of [...this.open.values()]) if (lastUsed <= limit) this.close(session);
  }

  private stopSweep(): void {
    clearInterval(this.sweep);
    this.sweep = undefined;
  }
}
