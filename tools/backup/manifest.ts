import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DATABASE_PREFIX, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { z } from 'zod';

/**
 * The file that describes a backup. It is written last, so a backup without this file is
 * incomplete.
 */
export const MANIFEST = 'manifest.json';
export const ATTACHMENTS = 'attachments';

/** The collection of the applied migrations in each database. */
export const MIGRATIONS = 'schema_migrations';
/**
 * A migration that no service has. It is stored until a restore ends, because services refuse to
 * start if the database contains a migration that they do not have.
 */
export const UNFINISHED_RESTORE = { _id: '9999-restore-is-not-finished', version: 9999 };

export const databasesOf = (services: readonly string[] = dataServiceNames) =>
  services.map((service) => DATABASE_PREFIX + service);

const file = z.object({ bytes: z.int(), sha256: z.string() });

const manifest = z.object({
  /** The version of the program that created the backup. */
  version: z.string(),
  /**
   * When the backup began. The backup contains the databases as they were at one instant after this
   * time.
   */
  started_utc: z.string(),
  finished_utc: z.string(),
  /** The files of the documents, by database and collection. */
  databases: z.record(z.string(), z.record(z.string(), file.extend({ documents: z.int() }))),
  /** The files of the attachments, by file name. Null if the attachments are not in a folder. */
  attachments: z.record(z.string(), file).nullable(),
});
export type Manifest = z.infer<typeof manifest>;
export type BackedUpFile = z.infer<typeof file>;

/** The file with the documents of a collection. It has the name that mongodump would use. */
export const fileOfCollection = (folder: string, database: string, collection: string) =>
  path.join(folder, database, `${collection}.bson.gz`);

export async function readManifest(folder: string): Promise<Manifest> {
  const name = path.join(folder, MANIFEST);
  const text = await readFile(name, 'utf8').catch(() => {
    throw new Error(`${name} cannot be read: the folder has no complete backup`);
  });
  return manifest.parse(JSON.parse(text));
}

/** The size and the hash of a file, as the manifest stores them. */
export async function describeFile(name: string): Promise<BackedUpFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(name), async function (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  });
  return { bytes, sha256: hash.digest('hex') };
}

/** Compares all files of a backup with its manifest. @returns one message for each file that is missing or changed. */
export async function backupFaults(folder: string, { databases, attachments }: Manifest): Promise<string[]> {
  const files = Object.entries(databases).flatMap(([database, collections]) =>
    Object.entries(collections).map(([name, is]) => ({ name: fileOfCollection(folder, database, name), is })),
  );
  for (const [name, is] of Object.entries(attachments ?? {})) {
    files.push({ name: path.join(folder, ATTACHMENTS, name), is: { ...is, documents: 0 } });
  }
  const faults: string[] = [];
  for (const { name, is } of files) {
    const found = await describeFile(name).catch(() => undefined);
    if (!found) faults.push(`${name} is missing`);
    else if (found.sha256 !== is.sha256) faults.push(`${name} is not as it was backed up`);
  }
  return faults;
}
