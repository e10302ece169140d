import { faultOfMemory, keptMb } from '../check/memory-growth';
import type { FuzzResult } from '../run/run-fuzz';
import type { FoundFault, Tally } from '../run/tally';

const MB = 1024 * 1024;
const pairs = (counts: ReadonlyMap<string | number, number>) =>
  [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, count]) => `${key}: ${count}`)
    .join(', ');

/** Returns one fault of each kind and operation, with the number of faults of this kind and operation. */
export function distinctFaults(faults: readonly FoundFault[]): { found: FoundFault; count: number }[] {
  const distinct = new Map<string, { found: FoundFault; count: number }>();
  for (const found of faults) {
    const key = `${found.operation} ${found.fault.kind}`;
    const known = distinct.get(key);
    if (known) known.count++;
    else distinct.set(key, { found, count: 1 });
  }
  return [...distinct.values()];
}

/** The lines of the report, without the faults. */
export function reportLines({ tally, refusals, memory, reconnected }: FuzzResult, seconds: number): string[] {
  const sent = tally.sent + refusals.sent;
  const growth = faultOfMemory(memory);
  return [
    `${sent} requests in ${seconds.toFixed(0)} s, ${(sent / seconds).toFixed(0)} per second`,
    `kinds: ${pairs(tally.kinds)}, refused writes again: ${refusals.sent}`,
    `statuses: ${pairs(tally.statuses)}`,
    `answers 503 that succeeded when they were repeated: ${tally.repeated}`,
    `requests sent again because a reused connection was closed: ${reconnected}`,
    ...coverage(tally),
    `slowest: ${tally.slowest.map(({ ms, operation, changes }) => `${operation} ${ms.toFixed(0)} ms (${changes.join(', ') || 'valid'})`).join('; ')}`,
    `refused writes and dry runs that changed nothing: ${refusals.compared - refusals.found.length} of ${refusals.compared} compared`,
    ...memory.map(
      (point) =>
        `memory after ${point.sent} requests: ${keptMb(point).toFixed(0)} MB in JavaScript, ${(point.rss / MB).toFixed(0)} MB in total`,
    ),
    ...(growth === undefined ? [] : [`FAULT ${growth}`]),
  ];
}

function coverage({ operations }: Tally): string[] {
  const entries = [...operations];
  const sent = entries.filter(([, one]) => one.sent > 0);
  const succeeded = entries.filter(([, one]) => one.succeeded > 0);
  const never = entries.filter(([, one]) => one.succeeded === 0).map(([id]) => id);
  return [
    `routes: ${sent.length} of ${entries.length} were called, ${succeeded.length} with success`,
    ...(never.length > 0 ? [`never with success: ${never.join(', ')}`] : []),
  ];
}

/**
 * Returns the numbers of passed and failed checks. Each request counts as one check, and so does each refused write
 * after which the data was compared. The comparison of the memory is one more check.
 */
export function totals({ tally, refusals, memory }: FuzzResult): { passed: number; failed: number } {
  const failed = tally.faults.length + refusals.found.length + (faultOfMemory(memory) === undefined ? 0 : 1);
  return { passed: tally.sent + refusals.compared + 1 - failed, failed };
}
