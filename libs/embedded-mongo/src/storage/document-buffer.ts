import type { MongoError } from '../errors/mongo-error';
import type { MemoryBudget } from './memory-budget';

const FIRST_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Documents in memory. They are copied into a few large chunks, because a separate buffer for each
 * would need several hundred bytes more. The chunks, and memory that the caller reserves in
 * addition, count towards the limit of this object and towards the shared budget.
 */
export class DocumentBuffer {
  private chunk = Buffer.alloc(0);
  private free = 0;
  private held = 0;

  constructor(
    private readonly budget: MemoryBudget,
    private readonly limit: number,
    private readonly tooLarge: () => MongoError,
  ) {}

  /**
   * Stores a document. @returns the stored copy @throws MongoError if there is not enough memory
   */
  keep(raw: Buffer): Buffer {
    if (this.free < raw.length) {
      const size = Math.max(raw.length, Math.min(MAX_CHUNK_BYTES, Math.max(FIRST_CHUNK_BYTES, this.held)));
      this.reserve(size);
      this.chunk = Buffer.allocUnsafeSlow(size);
      this.free = size;
    }
    const start = this.chunk.length - this.free;
    raw.copy(this.chunk, start);
    this.free -= raw.length;
    return this.chunk.subarray(start, start + raw.length);
  }

  /**
   * Reserves memory in addition to that of the documents. @throws MongoError if there is not enough
   * memory
   */
  reserve(bytes: number): void {
    if (this.held + bytes > this.limit) throw this.tooLarge();
    this.budget.reserve(bytes);
    this.held += bytes;
  }

  release(bytes: number): void {
    this.budget.release(bytes);
    this.held -= bytes;
  }

  /** Releases all memory. The documents must not be read after this. */
  close(): void {
    this.release(this.held);
    this.chunk = Buffer.alloc(0);
    this.free = 0;
  }
}
