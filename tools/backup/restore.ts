import { copyFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { ID_COUNTERS, ID_FLOOR } from '@keyhaven/persistence/allocate-ids';
import { INDEX_MARKS } from '@keyhaven/persistence/index-marks';
import { flushFile, flushFolder } from '@keyhaven/service/data-folder/flush';
import { makeFolder } from '@keyhaven/service/data-folder/make-folder';
import { mongo } from 'mongoose';
import { ATTACHMENT_NAME, attachmentsOfMessage, MESSAGES } from './attachments-of-message';
import { inGroups } from './in-groups';
import {
  ATTACHMENTS,
  backupFaults,
  databasesOf,
  fileOfCollection,
  type Manifest,
  MIGRATIONS,
  readManifest,
  UNFINISHED_RESTORE,
} from './manifest';
import { openClient } from './open-client';
import { rawDocuments } from './raw-documents';

export interface RestoreOptions {
  uri: string;
  /** The folder of the backup. */
  folder: string;
  attachmentsFolder?: string;
  /** The services whose data is restored. By default all. */
  services?: readonly string[];
  /**
   * Whether databases that have data are dropped, and attachments that no restored message uses are removed. Otherwise the
   * restore fails if there are any.
   */
  replaces?: boolean;
  /**
   * The number that is added to each id counter, and to the number above which new counters start, so that ids
   * allocated after the backup are not used again.
   */
  idGap?: number;
  report?: (line: string) => void;
}

/**
 * The default of `idGap`. It is assumed that a platform allocates fewer than a million ids of one
 * kind between a backup and its restore.
 */
export const DEFAULT_ID_GAP = 1_000_000;

const BATCH_DOCUMENTS = 1000;
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Restores the databases and attachments of a backup. No service may run on these databases. The indexes are built
 * afterwards, by a migration or when the services start.
 * @throws Error before anything is written, if a file of the restored services is missing or changed in the backup, or
 *   if `replaces` is false and there are data or attachments that would be removed.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { uri, folder, attachmentsFolder, replaces = false, idGap = DEFAULT_ID_GAP, report = () => {} } = options;
  const services = options.services ?? dataServiceNames;
  const manifest = await readManifest(folder);
  const databases = databasesOf(services);
  const attachments = services.includes('messaging') ? manifest.attachments : null;
  const faults = await backupFaults(folder, {
    ...manifest,
    databases: Object.fromEntries(databases.map((database) => [database, manifest.databases[database] ?? {}])),
    attachments,
  });
  for (const database of databases) {
    if (Object.keys(manifest.databases[database] ?? {}).length === 0) faults.push(`it has no database ${database}`);
  }
  if (attachments && attachmentsFolder === undefined) faults.push('it has attachments; set ATTACHMENTS_FOLDER');
  if (faults.length > 0) throw new Error(`the backup ${folder} cannot be restored:\n${faults.join('\n')}`);
  const unused = attachments ? await unusedFiles(attachmentsFolder!, manifest, folder) : [];
  const client = await openClient(uri, { writeConcern: { w: 'majority', journal: true } });
  try {
    if (!replaces) {
      const losses: string[] = [];
      const inUse = await collectionsWithData(client, databases);
      if (inUse.length > 0)
        losses.push(`these collections have data: ${inUse.join(', ')}. With --replace they are dropped first`);
      if (unused.length > 0) {
        losses.push(
          `${attachmentsFolder} has attachments that no message of the backup uses (${unused.length}, such as ` +
            `${unused[0]}). With --replace they are removed`,
        );
      }
      if (losses.length > 0) throw new Error(losses.join('\n'));
    }
    const migrationsOf = (database: string) => client.db(database).collection<typeof UNFINISHED_RESTORE>(MIGRATIONS);
    // Mark all databases first, so that no service starts while only some of them are restored.
    for (const database of databases) {
      const { _id, ...mark } = UNFINISHED_RESTORE;
      await migrationsOf(database).updateOne({ _id }, { $set: mark }, { upsert: true });
    }
    for (const database of databases) {
      const db = client.db(database);
      for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
        if (name !== MIGRATIONS) await db.dropCollection(name);
      await migrationsOf(database).deleteMany({ _id: { $ne: UNFINISHED_RESTORE._id } });
      for (const [name, { documents }] of Object.entries(manifest.databases[database]!)) {
        const restored = await load(db.collection(name), fileOfCollection(folder, database, name));
        if (restored !== documents)
          throw new Error(`${database}.${name} has ${restored} documents; the backup has ${documents}`);
        report(`${database}.${name}: ${documents} documents`);
      }
      const counters = db.collection<{ _id: string; last: number }>(ID_COUNTERS);
      await counters.updateOne({ _id: ID_FLOOR }, { $setOnInsert: { last: 0 } }, { upsert: true });
      await counters.updateMany({}, { $inc: { last: idGap } });
    }
    if (attachments) {
      await makeFolder(attachmentsFolder!, 0o700);
      await inGroups(Object.keys(attachments), async (name) => {
        await copyFile(path.join(folder, ATTACHMENTS, name), path.join(attachmentsFolder!, name));
        await flushFile(path.join(attachmentsFolder!, name));
      });
      for (const name of unused) await rm(path.join(attachmentsFolder!, name));
      await flushFolder(attachmentsFolder!);
      report(`${Object.keys(attachments).length} attachments`);
    }
    for (const database of databases) {
      await migrationsOf(database).deleteOne({ _id: UNFINISHED_RESTORE._id });
    }
  } finally {
    await client.close();
  }
  return manifest;
}

/**
 * Returns the names of the attachments that are in the folder, but not in the backup, and that no message of the backup
 * uses. A backup lacks attachments if their folder was missing.
 */
async function unusedFiles(attachmentsFolder: string, manifest: Manifest, folder: string): Promise<string[]> {
  const entries = await readdir(attachmentsFolder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  // Files that are no attachments are never removed.
  const unused = new Set(files.filter((name) => ATTACHMENT_NAME.test(name)));
  for (const name of Object.keys(manifest.attachments ?? {})) unused.delete(name);
  if (unused.size === 0 || !manifest.databases[MESSAGES.database]?.[MESSAGES.collection]) return [...unused];
  for await (const message of rawDocuments(fileOfCollection(folder, MESSAGES.database, MESSAGES.collection)))
    for (const name of attachmentsOfMessage(message)) unused.delete(name);
  return [...unused];
}

async function collectionsWithData(client: mongo.MongoClient, databases: readonly string[]): Promise<string[]> {
  const inUse: string[] = [];
  for (const database of databases) {
    for (const { name } of await client.db(database).listCollections({}, { nameOnly: true }).toArray()) {
      if (name !== INDEX_MARKS && (await client.db(database).collection(name).findOne()))
        inUse.push(`${database}.${name}`);
    }
  }
  return inUse;
}

/** Inserts the documents of a file. @returns the number of documents. */
async function load(collection: mongo.Collection, file: string): Promise<number> {
  let batch: mongo.Document[] = [];
  let bytes = 0;
  let documents = 0;
  const store = async () => {
    if (batch.length > 0) await collection.insertMany(batch, { ordered: true });
    documents += batch.length;
    batch = [];
    bytes = 0;
  };
  for await (const raw of rawDocuments(file)) {
    // Keep the BSON types of numbers. Integers that become JavaScript numbers could be stored as doubles.
    batch.push(mongo.BSON.deserialize(raw, { promoteValues: false, bsonRegExp: true }));
    bytes += raw.length;
    if (batch.length >= BATCH_DOCUMENTS || bytes >= BATCH_BYTES) await store();
  }
  await store();
  return documents;
}
