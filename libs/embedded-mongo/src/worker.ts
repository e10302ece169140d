import { parentPort, workerData } from 'node:worker_threads';
import { releaseMemory } from './release-memory';
import { serve, type ServeOptions } from './server/serve';

/** The messages from the worker to the thread that started it. */
export type WorkerMessage = { listening: string } | { failed: string };

/** The messages to the worker from the thread that started it. */
export type WorkerRequest = 'release-memory' | 'close';

/** Runs the database in a worker thread. Started by startEmbeddedMongo. */
async function run(): Promise<void> {
  const parent = parentPort;
  if (!parent) throw new Error('this file is for a worker thread; main.ts is for a process of its own');
  const options = workerData as ServeOptions;
  const send = (message: WorkerMessage) => parent.postMessage(message);
  const server = await serve({ ...options, onFailure: (error) => send({ failed: error.message }) }).catch(
    (error: Error) => {
      send({ failed: error.message });
      return undefined;
    },
  );
  if (!server) return parent.close();
  send({ listening: server.uri });
  parent.on('message', (request: WorkerRequest) => {
    if (request === 'release-memory') releaseMemory();
    else void server.close().then(() => parent.close());
  });
}

void run();
