export interface RateFault {
  /** The index of the rate in the request, from 0. */
  index: number;
  message: string;
}

/** The maximum number of faults that one response describes. */
const MAX_NAMED = 50;

/**
 * Describes the faults of a request, ordered by rate. After MAX_NAMED descriptions, one message lists the indexes of
 * the other rates with faults.
 */
export function nameFaults(faults: readonly RateFault[]): string[] {
  const ordered = faults.toSorted((a, b) => a.index - b.index);
  const messages = ordered.slice(0, MAX_NAMED).map(({ message }) => message);
  const others = new Set(ordered.slice(MAX_NAMED).map(({ index }) => index));
  return others.size === 0 ? messages : [...messages, `and in rates ${nameRuns([...others])}`];
}

/** Formats ascending numbers as ranges: "3, 5-9". */
function nameRuns(numbers: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs[runs.length - 1];
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}
