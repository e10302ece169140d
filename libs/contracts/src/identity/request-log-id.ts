/**
 * The ids of the request log are UUIDs of version 7 (RFC 9562). They begin with a time in milliseconds, so sorting by
 * id sorts by time.
 */

/**
 * The length of a chunk of the log, in milliseconds. A chunk contains requests from between two multiples of this
 * length.
 */
export const CHUNK_MS = 10_000;

/** @param random a random UUID of version 4. The id gets its last 74 random bits. */
export function requestLogId(instant: Date, random: string): string {
  return `${firstIdAt(instant)}-7${random.slice(15)}`;
}

/**
 * The part with which all ids of an instant begin. The ids of earlier instants are smaller, and all other ids are
 * larger.
 */
export function firstIdAt(instant: Date): string {
  const time = Math.max(instant.getTime(), 0).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/**
 * The number of the chunk that an id belongs to. All ids of a chunk have the same number. Each account has its own
 * chunks.
 */
export function chunkOf(id: string): number {
  return Math.floor(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) / CHUNK_MS);
}

/**
 * The smallest id after a chunk.
 * @param id an id in the chunk, or the beginning of one.
 */
export function endOfChunk(id: string): string {
  return firstIdAt(new Date((chunkOf(id) + 1) * CHUNK_MS));
}
