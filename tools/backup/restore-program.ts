/**
 * Restores the databases and the attachments of a backup. Then migrates the data to this version and
 * builds the indexes. The command is `npm run restore -- FOLDER`, or `restore FOLDER` in the image.
 * --replace drops databases that have data, and removes attachments that no restored message uses.
 * --only SERVICE (repeatable) restores the database of one service. The NUMBER of --id-gap is added
 * to each id counter, so that ids allocated after the backup are not used again.
 */
import { parseArgs } from 'node:util';
import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { migrateServices } from '@keyhaven/standalone/migrate/migrate-services';
import { definitions } from '@keyhaven/standalone/services';
import { openPlatform } from './open-platform';
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
  const [folder] = positionals;
  if (!folder || positionals.length > 1)
    throw new Error('usage: restore FOLDER [--replace] [--only SERVICE] [--id-gap NUMBER]');
  const services = values.only?.map(serviceNamed) ?? dataServiceNames;
  const idGap = Number(values['id-gap']);
  if (!Number.isSafeInteger(idGap) || idGap < 0)
    throw new Error(`--id-gap: ${values['id-gap']} is not a number of ids`);
  const platform = await openPlatform(process.env);
  try {
    await restore({ ...platform, folder, services, replaces: values.replace, idGap, report });
    // Build the indexes here. No service is running that could build them, and on Kubernetes
    // services wait for the indexes.
    await migrateServices({ uri: platform.uri, services: services.map((name) => definitions[name]), report });
  } finally {
    await platform.close();
  }
  console.log(
    `Restored ${services.join(', ')}. Now increase GENERATION of the restored services by one, start all services, and ` +
      'send POST operator/resync to every service, also to those that were not restored (docs/operators/backup.md).',
  );
}

function serviceNamed(name: string) {
  const found = dataServiceNames.find((known) => known === name);
  if (!found) throw new Error(`--only: ${name} is not one of ${dataServiceNames.join(', ')}`);
  return found;
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
