import { sentRequests } from './http-client';

/** What a part of the isolation tests tried, and the faults that it found. */
export interface Report {
  name: string;
  /** The routes that this part tries. */
  routes: ReadonlySet<unknown>;
  faults: string[];
  tried: number;
  /** How many responses had each status. */
  statuses: Map<number, number>;
}

export function newReport(name: string, routes: readonly unknown[]): Report {
  return { name, routes: new Set(routes), faults: [], tried: 0, statuses: new Map() };
}

/** Adds the status of a response to the report's counts. */
export function count({ statuses }: Report, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** Combines several reports into one. */
export function sumOf(name: string, reports: readonly Report[]): Report {
  const sum = newReport(
    name,
    reports.flatMap(({ routes }) => [...routes]),
  );
  for (const { faults, tried, statuses } of reports) {
    sum.faults.push(...faults);
    sum.tried += tried;
    for (const [status, times] of statuses) sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + times);
  }
  return sum;
}

/** Prints the figures of a report, so that a reader can see if the tests try less than before. */
export function print({ name, routes, tried, statuses }: Report, what: string): void {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
  console.info(`${name}: ${routes.size} routes, ${tried} ${what}; answers: ${counts.join(', ')}`);
}

/** Prints the figures of all reports together. */
export function printTotal(reports: readonly Report[]): void {
  const { routes, tried, faults } = sumOf('', reports);
  console.info(
    `Isolation matrix, all ${reports.length} parts: ${routes.size} routes, ${tried} pairs (a route with a place and a ` +
      `kind of id, or with credentials), ${sentRequests()} requests sent, ${faults.length} faults`,
  );
}

/** Does the work for each item, with at most PARALLEL items at the same time. */
export async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}
const PARALLEL = 6;
