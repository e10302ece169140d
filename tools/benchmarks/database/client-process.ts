/**
 * A process that runs a workload for some clients. Its arguments are the address and the name of
 * the database, the name of the workload, the number of clients and the number of the process. Each
 * message to the process is a duration in milliseconds. The process then runs a round of this
 * duration and sends the result. The process ends when its parent process ends.
 */
import { mongo } from 'mongoose';
import { measureRound } from '../harness/rounds';
import { type Stay, STAYS, WORKLOADS } from './workloads';

/**
 * The distance between the first document numbers of two processes. No process inserts this many
 * documents, so two processes never insert the same number.
 */
const NUMBERS_OF_PROCESS = 500_000_000;

async function main([uri, database, workloadName, clients, index]: string[]): Promise<void> {
  const client = await new mongo.MongoClient(uri!, { maxPoolSize: 32 }).connect();
  const stays = client.db(database).collection<Stay>('stays');
  const workload = WORKLOADS.find(({ name }) => name === workloadName)!;
  let nextNumber = STAYS + NUMBERS_OF_PROCESS * Number(index);
  const work = () => workload.run(stays, Math.floor(Math.random() * STAYS), () => nextNumber++);
  process.on('message', (durationMs: number) => {
    void measureRound({ clients: Number(clients), work }, durationMs).then((round) => process.send!(round));
  });
}

process.on('disconnect', () => process.exit());
void main(process.argv.slice(2));
