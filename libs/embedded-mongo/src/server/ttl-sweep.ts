import { QueryRun } from '../planner/query-run';
import type { Collection } from '../storage/catalog';
import type { Engine } from '../storage/engine';
import type { IndexDefinition } from '../storage/index-definition';
import { removeDocument } from '../storage/write-document';

/** The interval between two sweeps, as in MongoDB. */
const SWEEP_INTERVAL_MS = 60_000;
/** How many documents one transaction removes. Other writes can run between two transactions. */
const BATCH = 500;

/** Once a minute, removes documents that have expired according to a TTL index. */
export function startTtlSweep(engine: Engine): { stop(): void } {
  const timer = setInterval(() => {
    // Ignore a failure, such as a full disk. The next sweep tries again.
    sweepExpired(engine, new Date()).catch(() => undefined);
  }, SWEEP_INTERVAL_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Removes all expired documents. @returns how many there were. */
export async function sweepExpired(engine: Engine, now: Date): Promise<number> {
  let removed = 0;
  for (const { database, name, indexes } of engine.catalog.all()) {
    if (!indexes.some((index) => index.expireAfterSeconds !== undefined)) continue;
    for (let found = BATCH; found === BATCH; removed += found) {
      found = await engine.write(() => {
        const collection = engine.catalog.find(database, name);
        return collection ? removeExpired(engine, collection, now) : 0;
      });
    }
  }
  return removed;
}

function removeExpired(engine: Engine, collection: Collection, now: Date): number {
  let removed = 0;
  for (const index of collection.indexes) {
    if (index.expireAfterSeconds === undefined) continue;
    const run = new QueryRun(
      engine,
      collection,
      { filter: expiredFilter(index, now), limit: BATCH - removed },
      { now },
    );
    const records = [];
    for (let record = run.next(); record; record = run.next()) records.push(record);
    run.pause();
    for (const record of records) removeDocument(engine, collection, record);
    removed += records.length;
    if (removed >= BATCH) break;
  }
  return removed;
}

function expiredFilter(index: IndexDefinition, now: Date): Record<string, unknown> {
  const limit = new Date(now.getTime() - (index.expireAfterSeconds ?? 0) * 1000);
  const isExpired = { [index.fields[0]?.path ?? '']: { $lte: limit } };
  return index.partialFilter ? { $and: [isExpired, index.partialFilter] } : isExpired;
}
