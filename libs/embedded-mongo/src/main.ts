import path from 'node:path';
import { parseNetworkAddress } from './server/network-address';
import { serve } from './server/serve';

/**
 * Runs the embedded database in its own process, so that several processes can use it. The data is
 * in the subfolder `database` of the folder KEYHAVEN_DATA. The database has no credentials, so by
 * default it listens on a socket that only this user can open. For clients in other containers, set
 * KEYHAVEN_DATABASE_LISTEN to a network address such as 0.0.0.0:27017.
 */
async function main(): Promise<void> {
  const folder = path.resolve(process.env.KEYHAVEN_DATA || '.keyhaven', 'database');
  const listen = process.env.KEYHAVEN_DATABASE_LISTEN;
  const address = listen ? parseNetworkAddress(listen) : undefined;
  const server = await serve({ folder, address, onFailure: stop });
  let isEnding = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      void server.close().then(() => process.exit(0));
    });
  }
  // Programs that start this process read the address from this line. The address ends at the next
  // space.
  console.log(`embedded database at ${server.uri} with its data in ${folder}`);
  if (address)
    console.warn('everyone who can reach this address can read and change all data: there are no credentials');
}

/** Exits after a short delay, so that replies that contain the error are sent first. */
function stop(error: Error): void {
  console.error(error.message);
  setTimeout(() => process.exit(1), 100);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
