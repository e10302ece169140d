import { LRUCache } from 'lru-cache';
import type { CalendarChunk } from './calendar-chunk';

/** Approximate memory of a cached chunk besides its JSON, in bytes. */
const OVERHEAD_BYTES = 600;
/** The share of the memory that is reserved for complete answers. */
const ANSWERS_SHARE = 0.25;
/** The largest answer that is cached, as a share of the memory for answers. */
const LARGEST_ANSWER_SHARE = 0.1;

/** The chunks of each property, by property id. */
export type ChunksByProperty = Map<number, CalendarChunk[]>;

/** The chunks and answers that this process keeps within a bound of memory; it drops the least recently used first. */
export class CalendarCache {
  private readonly chunks: LRUCache<string, CalendarChunk>;
  private readonly answers: LRUCache<string, Buffer>;
  private readonly making = new Map<string, Promise<ChunksByProperty>>();

  constructor(maxBytes: number) {
    const answersBytes = Math.floor(maxBytes * ANSWERS_SHARE);
    this.chunks = new LRUCache({
      maxSize: Math.ceil(maxBytes - answersBytes),
      sizeCalculation: ({ json }) => json.length + OVERHEAD_BYTES,
    });
    this.answers = new LRUCache({
      maxSize: answersBytes,
      maxEntrySize: Math.floor(answersBytes * LARGEST_ANSWER_SHARE),
      sizeCalculation: ({ length }) => length,
    });
  }

  getChunk(propertyId: number, number: number): CalendarChunk | undefined {
    return this.chunks.get(keyOf(propertyId, number));
  }

  /** Keeps a chunk, unless the cache has one of a later version. */
  putChunk(propertyId: number, number: number, chunk: CalendarChunk): void {
    const key = keyOf(propertyId, number);
    const present = this.chunks.peek(key);
    if (!present || present.version <= chunk.version) this.chunks.set(key, chunk);
  }

  /** Makes chunks; callers that ask for the same chunks at the same time share one computation. */
  makeOnce(key: string, make: () => Promise<ChunksByProperty>): Promise<ChunksByProperty> {
    let made = this.making.get(key);
    if (!made) {
      made = make().finally(() => this.making.delete(key));
      this.making.set(key, made);
    }
    return made;
  }

  /** The bytes of the answer with an ETag: the cached ones, or these parts put together. */
  answerOf(etag: string, parts: readonly Buffer[]): Buffer {
    const cached = this.answers.get(etag);
    if (cached) return cached;
    const answer = Buffer.concat(parts);
    this.answers.set(etag, answer);
    return answer;
  }
}

function keyOf(propertyId: number, number: number): string {
  return `${propertyId}:${number}`;
}
