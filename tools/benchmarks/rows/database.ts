import { mongo } from 'mongoose';
import { measureInProcesses } from '../database/client-processes';
import { INDEXES, makeStay, STAYS, type Stay } from '../database/workloads';
import type { Bench } from '../harness/bench';
import type { Row } from '../harness/row';
import { startEmbedded } from '../servers/processes';

/**
 * Fills a new database with the documents of the workloads. If MONGODB_URI is set, the database is
 * on that server. Otherwise it is on an embedded server, which runs as a separate process.
 */
async function filledDatabase(bench: Bench) {
  const given = process.env.MONGODB_URI;
  const { uri, pid } = given ? { uri: given, pid: undefined } : await startEmbedded(bench, 'database');
  const client = await new mongo.MongoClient(uri).connect();
  const database = client.db(`benchmark_${Date.now()}`);
  const stays = database.collection<Stay>('stays');
  await stays.createIndexes(INDEXES);
  await stays.insertMany(Array.from({ length: STAYS }, (_, number) => makeStay(number)));
  const stop = async () => {
    await database.dropDatabase();
    await client.close();
  };
  return { uri, pid, databaseName: database.databaseName, stop };
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
    const database = await bench.share(filledDatabase);
    return measureInProcesses(bench, database, workloadName);
  },
}));
