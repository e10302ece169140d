import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerMessage, WorkerRequest } from './worker';

export interface EmbeddedMongoOptions {
  /**
   * The folder for the data. It is created if it is missing. Only one server can use it at a time.
   */
  folder: string;
  /**
   * The path of the bundled worker. Default: embedded-mongo.worker.js in the folder of the running
   * bundle.
   */
  workerFile?: string;
}

export interface EmbeddedMongo {
  /** The URI for drivers. */
  uri: string;
  /** Makes the worker return its free memory to the system. */
  releaseMemory(): void;
  /** Finishes pending commands, and ends the worker. */
  close(): Promise<void>;
  /**
   * Sets a handler that is called if the worker fails, or ends before `close` was called. The
   * database cannot be used after this.
   */
  onExit(handler: (error: Error) => void): void;
}

/**
 * Starts the embedded database in a worker thread, so that its searches and disk writes never block
 * the services' event loop. Resolves when the database accepts connections.
 * @throws Error with the path of the folder or the socket if one of them cannot be used
 */
export function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { folder, workerFile = path.join(__dirname, 'embedded-mongo.worker.js') } = options;
  const worker = new Worker(workerFile, { workerData: { folder: path.resolve(folder) } });
  const handlers: ((error: Error) => void)[] = [];
  let isClosing = false;
  let failure: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    worker.once('error', (error) => (failure = error));
    worker.once('exit', (code) => {
      resolve();
      if (isClosing) return;
      const error = failure ?? new Error(`the embedded database's worker ended with code ${code}`);
      for (const handler of handlers) handler(error);
    });
  });
  const request = (message: WorkerRequest) => worker.postMessage(message);
  const started = (uri: string): EmbeddedMongo => ({
    uri,
    onExit: (handler) => void handlers.push(handler),
    releaseMemory: () => request('release-memory'),
    async close() {
      if (!isClosing) request('close');
      isClosing = true;
      await exited;
    },
  });
  return new Promise((resolve, reject) => {
    handlers.push(reject);
    worker.on('message', (message: WorkerMessage) => {
      if ('listening' in message) resolve(started(message.listening));
      else for (const handler of handlers) handler(new Error(message.failed));
    });
  });
}
