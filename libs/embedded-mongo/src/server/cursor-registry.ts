import { randomBytes } from 'node:crypto';
import { MongoError } from '../errors';
import type { DocumentSource } from './fill-batch';

/** A cursor that a client may go on reading. */
export interface OpenCursor {
  id: bigint;
  ns: string;
  source: DocumentSource;
  lastUsed: number;
  /** While a batch of it is being read. */
  isBusy?: boolean;
}

/** MongoDB's time after which an idle cursor is forgotten. */
const IDLE_MS = 10 * 60 * 1000;
/** Sorted results and groups are kept in memory with their cursor: the one unused for longest makes room. */
const MAX_CURSORS = 1_000;

/** The cursors of all clients; each holds no more than where to go on (or what it has sorted). */
export class CursorRegistry {
  private readonly cursors = new Map<bigint, OpenCursor>();

  constructor(private readonly clock: () => number = Date.now) {}

  open(ns: string, source: DocumentSource): bigint {
    this.expire();
    const [oldest] = this.cursors.keys();
    if (this.cursors.size >= MAX_CURSORS && oldest !== undefined) this.cursors.delete(oldest);
    const id = BigInt.asUintN(63, randomBytes(8).readBigUInt64LE()) | 1n;
    this.cursors.set(id, { id, ns, source, lastUsed: this.clock() });
    return id;
  }

  /** @throws MongoError 43 when there is no such cursor (any more). */
  use(id: bigint, ns: string): OpenCursor {
    this.expire();
    const cursor = this.cursors.get(id);
    if (!cursor) throw new MongoError(43, 'CursorNotFound', `cursor id ${id} not found`);
    if (cursor.ns !== ns) {
      const text = `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.ns}`;
      throw new MongoError(13, 'Unauthorized', text);
    }
    cursor.lastUsed = this.clock();
    // The order of the map is the order of use.
    this.cursors.delete(id);
    this.cursors.set(id, cursor);
    return cursor;
  }

  kill(id: bigint): boolean {
    return this.cursors.delete(id);
  }

  get size(): number {
    return this.cursors.size;
  }

  private expire(): void {
    const limit = this.clock() - IDLE_MS;
    for (const [id, { lastUsed }] of this.cursors) {
      if (lastUsed > limit) break;
      this.cursors.delete(id);
    }
  }
}
