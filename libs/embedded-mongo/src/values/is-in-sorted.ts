import { compareValues } from './compare';

/** Whether a value is among others, which are in the order of `compareValues`. */
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
