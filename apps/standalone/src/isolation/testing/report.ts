/** What a part of the matrix tried, and what was wrong. */
export interface Report {
  name: string;
  /** How many routes it has. */
  routes: number;
  faults: string[];
  tried: number;
  /** How many answers had each status. */
  statuses: Map<number, number>;
}

export function newReport(name: string, routes: readonly unknown[]): Report {
  return { name, routes: routes.length, faults: [], tried: 0, statuses: new Map() };
}

/** Counts one answer. */
export function count({ statuses }: Report, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** Prints the figures of a report, so that a matrix that became smaller is noticed. */
export function print({ name, routes, tried, statuses }: Report, what: string): void {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
  console.info(`${name}: ${routes} routes, ${tried} ${what}; answers: ${counts.join(', ')}`);
}

/** Does the work for each item, a few of them at the same time. */
export async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}
const PARALLEL = 6;
