import type { Memory } from '../platform/messages';

/**
 * The maximum growth of the memory after the warm-up, in megabytes. Caches of calendars and credentials continue to
 * grow after the warm-up.
 */
export const MAX_GROWTH_MB = 128;
/** The share of the requests, from 0 to 1, in the warm-up. After it, all code is loaded and most caches are full. */
const WARM_UP = 0.25;
const MB = 1024 * 1024;

export interface MemoryPoint extends Memory {
  /** The number of requests that had been sent when the memory was measured. */
  sent: number;
}

/** The memory of JavaScript objects and array buffers, in megabytes. */
export function keptMb({ heapUsed, arrayBuffers }: Memory): number {
  return (heapUsed + arrayBuffers) / MB;
}

/**
 * Compares the memory at the end with the memory after the warm-up. @returns what is wrong;
 * undefined if the memory grew by at most `maxGrowthMb`.
 */
export function faultOfMemory(points: readonly MemoryPoint[], maxGrowthMb = MAX_GROWTH_MB): string | undefined {
  const last = points.at(-1);
  const warm = last && points.find(({ sent }) => sent >= last.sent * WARM_UP);
  if (!warm || warm === last) return undefined;
  const growth = keptMb(last) - keptMb(warm);
  if (growth <= maxGrowthMb) return undefined;
  return `the memory grew by ${growth.toFixed(0)} MB from request ${warm.sent} to ${last.sent}; at most ${maxGrowthMb} MB are accepted`;
}
