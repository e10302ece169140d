import path from 'node:path';
import { serve } from './server/serve';

/**
 * The embedded database as a process of its own, so that several processes share it.
 * KEYHAVEN_DATA is the folder of all data (the database lies in its subfolder `database`), PORT the port on 127.0.0.1.
 */
async function main(): Promise<void> {
  const folder = path.resolve(process.env.KEYHAVEN_DATA || '.keyhaven', 'database');
  const port = readPort(process.env.PORT || '27017');
  const server = await serve({ folder, port, onFailure: stop });
  let isEnding = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      void server.close().then(() => process.exit(0));
    });
  }
  console.log(`embedded database at mongodb://127.0.0.1:${server.port}, data in ${folder}`);
}

/** Gives the answers that name the error a moment to leave, and ends. */
function stop(error: Error): void {
  console.error(error.message);
  setTimeout(() => process.exit(1), 100);
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT ${text} must be a whole number from 0 to 65535`);
  return port;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
