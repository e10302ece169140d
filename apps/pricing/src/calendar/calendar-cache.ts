import { LRUCache } from 'lru-cache';
import type { CalendarChunk } from './calendar-chunk';

/** The approximate memory of a cached chunk or response in addition to its JSON, in bytes. */
const OVERHEAD_BYTES = 600;
/** The approximate memory of a ChunkName, in bytes. */
const CHUNK_NAME_BYTES = 100;
/** The share of the memory that responses get. Chunks get the remaining memory. */
const ANSWERS_SHARE = 0.25;
/** Responses larger than this share of the memory for responses are not cached. */
const LARGEST_ANSWER_SHARE = 0.1;

export type ChunksByProperty = Map<number, CalendarChunk[]>;

/** Identifies a chunk and its content without keeping the chunk in memory. */
export interface ChunkName {
  propertyId: number;
  number: number;
  tag: string;
}

/** A response to a request for calendars. */
export interface CalendarAnswer {
  etag: string;
  /**
   * The list of calendars, or the single calendar, that CalendarDirectory returned when this response was built.
   * CalendarDirectory returns a new object if one of these calendars has a new version, so comparing the reference is
   * enough.
   */
  listed: object;
  /** The chunks that the response was built from. */
  chunks: readonly ChunkName[];
  /** The body of the response. Absent if the response to all requests so far was a 304. */
  json: Buffer | undefined;
}

/**
 * A cache of chunks and responses in this process, bounded by memory. It evicts the least recently used entries first.
 */
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

  /** Caches a chunk, unless a newer version is cached. */
  putChunk(propertyId: number, number: number, chunk: CalendarChunk): void {
    const key = keyOf(propertyId, number);
    const present = this.chunks.peek(key);
    if (!present || present.version <= chunk.version) this.chunks.set(key, chunk);
  }

  /** Computes chunks. Concurrent callers that ask for the same chunks share one computation. */
  makeOnce(key: string, make: () => Promise<ChunksByProperty>): Promise<ChunksByProperty> {
    let made = this.making.get(key);
    if (!made) {
      made = make().finally(() => this.making.delete(key));
      this.making.set(key, made);
    }
    return made;
  }

  /**
   * Returns the cached response for a URL of an account, or undefined if it is outdated: a calendar has a new version,
   * or a chunk was evicted, has changed or has expired.
   * @param listed what CalendarDirectory returns now for the requested calendars.
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
