/**
 * The ids of the request log are UUIDs of version 7 (RFC 9562). They begin with a time in milliseconds, so sorting by
 * id sorts by time.
 */

/**
 * The time span of a chunk of the log, in milliseconds. A chunk holds the requests with ids whose time is between two
 * consecutive multiples of this span.
 */
export const CHUNK_MS = 10_000;

/** @param random a random UUID of version 4, which supplies the random bits at the end of the id. */
export function requestLogId(instant: Date, random: string): string {
  return `${firstIdAt(instant)}-7${random.slice(15)}`;
}

/**
 * The prefix that all ids of one millisecond share. Ids of earlier milliseconds sort before it, ids
 * of this and later milliseconds after it.
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
 * Returns the prefix of the first ids after a chunk. It sorts after all ids of the chunk and before
 * all later ids.
 * @param id an id in the chunk, or the beginning of such an id.
 */
export function endOfChunk(id: string): string {
  return firstIdAt(new Date((chunkOf(id) + 1) * CHUNK_MS));
}
