import type { Memory } from '../platform/messages';

/**
 * How much the memory may grow after the warm-up, in megabytes, because caches of calendars and credentials still fill.
 */
export const MAX_GROWTH_MB = 128;
/** The share of the requests that are the warm-up. After it, all code is loaded and most caches are filled. */
const WARM_UP = 0.25;
const MB = 1024 * 1024;

export interface MemoryPoint extends Memory {
  /** How many requests had been sent. */
  sent: number;
}

/** The memory of JavaScript objects and array buffers, in megabytes. */
export function keptMb({ heapUsed, arrayBuffers }: Memory): number {
  return (heapUsed + arrayBuffers) / MB;
}

/** Compares the memory at the end with that after the warm-up. @returns undefined if it did not grow too much. */
export function faultOfMemory(points: readonly MemoryPoint[], maxGrowthMb = MAX_GROWTH_MB): string | undefined {
  const last = points.at(-1);
  const warm = last && points.find(({ sent }) => sent >= last.sent * WARM_UP);
  if (!warm || warm === last) return undefined;
  const growth = keptMb(last) - keptMb(warm);
  if (growth <= maxGrowthMb) return undefined;
  return `the memory grew by ${growth.toFixed(0)} MB from request ${warm.sent} to ${last.sent}; at most ${maxGrowthMb} MB are accepted`;
}
