import { MongoError } from '../errors/mongo-error';

/**
 * The memory that all sorts and cursors may use together, in bytes. Enough for two sorts of maximum
 * size.
 */
export const MAX_HELD_BYTES = 256 * 1024 * 1024;

/** Counts the memory that the sorts and cursors of all clients use. */
export class MemoryBudget {
  private used = 0;
  /**
   * Closes idle cursors that keep documents in memory. Called before a reservation is refused, with
   * the number of bytes that are missing.
   */
  reclaim: (bytes: number) => void = () => undefined;

  constructor(private readonly limit = MAX_HELD_BYTES) {}

  /** @throws MongoError 146 if there is not enough memory, even after `reclaim` */
  reserve(bytes: number): void {
    if (this.used + bytes > this.limit) this.reclaim(this.used + bytes - this.limit);
    if (this.used + bytes > this.limit) {
      const text = `the sorts and cursors of all clients hold the ${this.limit} bytes that they may; close cursors, or sort by an index`;
      throw new MongoError(146, 'ExceededMemoryLimit', text);
    }
    this.used += bytes;
  }

  release(bytes: number): void {
    this.used -= bytes;
  }

  /** How many bytes are in use. */
  get held(): number {
    return this.used;
  }
}
