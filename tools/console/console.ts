/**
 * `npm run console` opens a Node REPL on the data of a platform, whether the platform runs or not. The console reads
 * the data in the folder KEYHAVEN_DATA, or the databases at MONGODB_URI.
 *
 * The console only reads. `npm run console -- --write` offers the driver's own collections. Writes to these collections
 * bypass the services, so the writes are not checked and publish no events.
 */
import path from 'node:path';
import repl from 'node:repl';
import { connectServices } from './connect-services';
import { describeAddress } from './describe-address';
import { openDatabase } from './open-database';

const mayWrite = process.argv.includes('--write');

async function main(): Promise<void> {
  const database = await openDatabase(process.env);
  const { services, close } = await connectServices(database.uri, mayWrite);
  console.log(`Keyhaven's data at ${describeAddress(database.uri)}${mayWrite ? '' : ' (read-only)'}`);
  for (const [name, collections] of Object.entries(services)) {
    const names = Object.keys(collections).sort();
    if (names.length > 0) console.log(`  ${name.padEnd(10)} ${names.join(', ')}`);
  }
  console.log(
    mayWrite
      ? "Collections are the driver's own: await booking.stays.findOne({ user_id: 1 })"
      : 'Try: await booking.stays.find({ status: "active" }, { limit: 3, sort: { _id: -1 } })\n' +
          'A collection has find, findOne, count, distinct, aggregate and indexes. Ctrl-D ends.',
  );
  const console_ = repl.start({ prompt: 'keyhaven> ' });
  Object.assign(console_.context, services);
  console_.setupHistory(path.join(database.folder, '.console_history'), () => {});
  console_.once(
    'exit',
    () =>
      void close()
        .then(() => database.close())
        .then(() => process.exit(0)),
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
