/**
 * Backs up all databases while the platform runs, and the attachments if they are in a folder. The
 * command is `npm run backup -- FOLDER`, or `backup FOLDER` in the image. With --dated, the backup is
 * a new folder in FOLDER, named after the current time. With --dated --keep NUMBER, only the newest
 * NUMBER backups in FOLDER are kept.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { backUp } from './back-up';
import { datedFolder, removeOldBackups } from './dated-backups';
import { openPlatform } from './open-platform';

const keepOption = z.coerce.number().int().min(1).max(10_000).optional();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { dated: { type: 'boolean', default: false }, keep: { type: 'string' } },
  });
  const [target] = positionals;
  const keep = keepOption.safeParse(values.keep);
  if (!target || positionals.length > 1 || !keep.success || (values.keep !== undefined && !values.dated))
    throw new Error('usage: backup FOLDER [--dated [--keep NUMBER]]');
  const platform = await openPlatform(process.env);
  try {
    const folder = values.dated ? datedFolder(target, new Date()) : target;
    const report = (line: string) => console.log(`  ${line}`);
    const { started_utc } = await backUp({ ...platform, folder, report }).catch(async (error: unknown) => {
      // A dated folder contains only this failed attempt, unless another backup began in the same second.
      const isOwn = values.dated && (error as NodeJS.ErrnoException).code !== 'EEXIST';
      if (isOwn) await rm(folder, { recursive: true, force: true });
      throw error;
    });
    console.log(`Backed up the state after ${started_utc} to ${folder}.`);
    if (!platform.attachmentsFolder) console.log('The attachments are in a bucket, which needs a backup of its own.');
    for (const removed of keep.data === undefined ? [] : await removeOldBackups(target, keep.data))
      console.log(`Removed ${removed}.`);
  } finally {
    await platform.close();
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
