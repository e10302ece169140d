import { mongo } from 'mongoose';
import { INDEXES, makeStay, STAYS, type Stay, WORKLOADS } from '../database/workloads';
import type { Bench } from '../harness/bench';
import { measureRate } from '../harness/rounds';
import type { Row } from '../harness/row';
import { startEmbedded } from '../servers/processes';

/**
 * Fills a new database with the documents of the workloads. It is on the server of MONGODB_URI if that is set,
 * otherwise on an embedded database that runs as a separate process.
 */
async function filledDatabase(bench: Bench) {
  const uri = process.env.MONGODB_URI ?? (await startEmbedded(bench, 'database'));
  const client = await new mongo.MongoClient(uri, { maxPoolSize: 32 }).connect();
  const database = client.db(`benchmark_${Date.now()}`);
  const stays = database.collection<Stay>('stays');
  await stays.createIndexes(INDEXES);
  await stays.insertMany(Array.from({ length: STAYS }, (_, number) => makeStay(number)));
  let nextNumber = STAYS;
  const stop = async () => {
    await database.dropDatabase();
    await client.close();
  };
  return { stays, next: () => nextNumber++, stop };
}

/** The name of each benchmark, its workload, and its goal in operations per second. */
const measured = [
  ['database-find-one', 'findOne by an index, 1 client', 2500],
  ['database-find-one-32', 'findOne by an index, 32 clients', 8000],
  ['database-find-20', 'find 20, 8 clients', 3000],
  ['database-insert-one', 'insertOne, 32 clients', 5000],
] as const;

export const databaseRows: Row[] = measured.map(([name, workloadName, atLeast]) => ({
  name,
  title: `the embedded database: ${workloadName}`,
  unit: 'per second',
  goal: { atLeast },
  run: async (bench) => {
    const workload = WORKLOADS.find((known) => known.name === workloadName)!;
    const { stays, next } = await bench.share(filledDatabase);
    const work = () => workload.run(stays, Math.floor(Math.random() * STAYS), next);
    return measureRate(bench, { clients: workload.clients, work });
  },
}));
