import type { MongoError } from '../errors';
import type { MemoryBudget } from './memory-budget';

const FIRST_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Documents that are kept in memory, one behind the other in a few chunks: a buffer each would cost several hundred
 * bytes more. All of it, and what the caller adds, counts towards a limit of its own and the budget of all.
 */
export class HeldDocuments {
  private chunk = Buffer.alloc(0);
  private free = 0;
  private held = 0;

  constructor(
    private readonly budget: MemoryBudget,
    private readonly limit: number,
    private readonly tooLarge: () => MongoError,
  ) {}

  /** Keeps a copy, and answers it. @throws MongoError when there is no more memory for it */
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

  /** Counts memory beside the documents' own. @throws MongoError when there is no more */
  reserve(bytes: number): void {
    if (this.held + bytes > this.limit) throw this.tooLarge();
    this.budget.reserve(bytes);
    this.held += bytes;
  }

  release(bytes: number): void {
    this.budget.release(bytes);
    this.held -= bytes;
  }

  /** Gives everything back; the documents may not be read through this any more. */
  close(): void {
    this.release(this.held);
    this.chunk = Buffer.alloc(0);
    this.free = 0;
  }
}
