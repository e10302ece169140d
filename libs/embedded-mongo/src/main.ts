import path from 'node:path';
import { serve } from './server/serve';

/**
 * Runs the embedded database in its own process, so that several processes can share it.
 * KEYHAVEN_DATA is the folder of all data; the database is in its subfolder `database`.
 */
async function main(): Promise<void> {
  const folder = path.resolve(process.env.KEYHAVEN_DATA || '.keyhaven', 'database');
  const server = await serve({ folder, onFailure: stop });
  let isEnding = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      void server.close().then(() => process.exit(0));
    });
  }
  // Programs that start this process read the address from this line; it ends at the next space.
  console.log(`embedded database at ${server.uri} with its data in ${folder}`);
}

/** Exits after a short delay, so that replies that report the error are still sent. */
function stop(error: Error): void {
  console.error(error.message);
  setTimeout(() => process.exit(1), 100);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
