/**
 * `npm run backup -- FOLDER` backs up all databases, and the attachments if they are in a folder, while the platform
 * runs. `npm run restore -- FOLDER [--replace] [--only SERVICE] [--id-gap NUMBER]` restores them. Both use MONGODB_URI and
 * ATTACHMENTS_FOLDER, or else the embedded database and the attachments in KEYHAVEN_DATA.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { openDatabase } from '../console/open-database';
import { backUp } from './back-up';
import { DEFAULT_ID_GAP, restore } from './restore';

const report = (line: string) => console.log(`  ${line}`);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      'id-gap': { type: 'string', default: String(DEFAULT_ID_GAP) },
    },
  });
  const [task, folder] = positionals;
  if (!folder) throw new Error(`usage: npm run ${task} -- FOLDER`);
  const { MONGODB_URI, KEYHAVEN_DATA = '.keyhaven', S3_BUCKET_URL } = process.env;
  const data = path.resolve(KEYHAVEN_DATA);
  const attachmentsFolder = S3_BUCKET_URL
    ? undefined
    : (process.env.ATTACHMENTS_FOLDER ?? path.join(data, 'attachments'));
  const services = values.only ?? dataServiceNames;
  for (const name of services) {
    if (!dataServiceNames.some((known) => known === name))
      throw new Error(`--only: ${name} is not one of ${dataServiceNames.join(', ')}`);
  }
  const idGap = Number(values['id-gap']);
  if (!Number.isSafeInteger(idGap) || idGap < 0)
    throw new Error(`--id-gap: ${values['id-gap']} is not a number of ids`);
  const database = await openDatabase(data, MONGODB_URI);
  try {
    const { uri } = database;
    if (task === 'backup') {
      const { started_utc } = await backUp({ uri, folder, attachmentsFolder, report });
      console.log(`Backed up the state after ${started_utc} to ${folder}.`);
      if (!attachmentsFolder) console.log('The attachments are in a bucket, which needs a backup of its own.');
    } else {
      await restore({ uri, folder, attachmentsFolder, services, replaces: values.replace, idGap, report });
      console.log(
        `Restored ${services.join(', ')}. Now start the services with GENERATION increased by one, and send POST ` +
          'operator/resync to each restored service (docs/operators/backup.md).',
      );
    }
  } finally {
    await database.close();
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
