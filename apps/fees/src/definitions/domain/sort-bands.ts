import type { Band } from '@keyhaven/contracts/fees/definition';

/** Returns the bands in ascending order, as they are stored. */
export function sortBands(bands: readonly Band[]): Band[] {
  return [...bands].sort((a, b) => a.from - b.from);
}
