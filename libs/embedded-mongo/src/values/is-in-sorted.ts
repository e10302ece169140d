import { compareValues } from './compare';

/** Whether a list contains a value. The list must be sorted by `compareValues`. */
export function isInSorted(sorted: readonly unknown[], value: unknown): boolean {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const difference = compareValues(sorted[middle], value);
    if (difference === 0) return true;
    if (difference < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
