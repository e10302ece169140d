import { LRUCache } from 'lru-cache';
import type { CalendarChunk } from './calendar-chunk';

/** Approximate memory of a cached chunk or answer besides its JSON, in bytes. */
const OVERHEAD_BYTES = 600;
/** Approximate memory of the name of a chunk, in bytes. */
const CHUNK_NAME_BYTES = 100;
/** The share of the memory that is reserved for complete answers. */
const ANSWERS_SHARE = 0.25;
/** The largest answer that is cached, as a share of the memory for answers. */
const LARGEST_ANSWER_SHARE = 0.1;

/** The chunks of each property, by property id. */
export type ChunksByProperty = Map<number, CalendarChunk[]>;

/** Identifies a chunk and its content, without its memory. */
export interface ChunkName {
  propertyId: number;
  number: number;
  tag: string;
}

/** A complete answer. */
export interface CalendarAnswer {
  etag: string;
  /** What the directory says of its calendars; it is the same until one of them has a new version. */
  listed: object;
  /** The chunks that it was made from. */
  chunks: readonly ChunkName[];
  /** Absent if only 304 was answered. */
  json: Buffer | undefined;
}

/** The chunks and answers that this process keeps within a bound of memory; it drops the least recently used first. */
export class CalendarCache {
  private readonly chunks: LRUCache<string, CalendarChunk>;
  private readonly answers: LRUCache<string, CalendarAnswer>;
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
      sizeCalculation: ({ json, chunks }, address) =>
        (json?.length ?? 0) + address.length + chunks.length * CHUNK_NAME_BYTES + OVERHEAD_BYTES,
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

  /**
   * The answer to an address of an account, unless it would be different now: a calendar has a new version, or a chunk
   * was dropped, changed, or is over.
   * @param listed what the directory says now.
   */
  getAnswer(address: string, listed: object): CalendarAnswer | undefined {
    const answer = this.answers.get(address);
    if (answer?.listed !== listed) return undefined;
    const nowMs = Date.now();
    const isCurrent = answer.chunks.every(({ propertyId, number, tag }) => {
      const chunk = this.getChunk(propertyId, number);
      return chunk?.tag === tag && nowMs < chunk.changesAtMs;
    });
    return isCurrent ? answer : undefined;
  }

  putAnswer(address: string, answer: CalendarAnswer): void {
    this.answers.set(address, answer);
  }
}

function keyOf(propertyId: number, number: number): string {
  return `${propertyId}:${number}`;
}
