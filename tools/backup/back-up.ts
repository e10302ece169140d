import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { VERSION } from '@keyhaven/contracts/platform/version';
import { INDEX_MARKS } from '@keyhaven/persistence/index-marks';
import { flushFile, flushFolder } from '@keyhaven/service/data-folder/flush';
import { makeFolder } from '@keyhaven/service/data-folder/make-folder';
import type { mongo } from 'mongoose';
import { attachmentsOfMessage, MESSAGES } from './attachments-of-message';
import { inGroups } from './in-groups';
import {
  ATTACHMENTS,
  databasesOf,
  describeFile,
  fileOfCollection,
  MANIFEST,
  type Manifest,
  MIGRATIONS,
  UNFINISHED_RESTORE,
} from './manifest';
import { openClient } from './open-client';

type Attachments = NonNullable<Manifest['attachments']>;

export interface BackupOptions {
  uri: string;
  /** A new folder for the backup. */
  folder: string;
  /**
   * The folder of the attachments. Undefined if the attachments are in a bucket, which must be
   * backed up separately.
   */
  attachmentsFolder?: string;
  report?: (line: string) => void;
}

/**
 * Backs up the databases of all services as they were at one instant, and the attachments. The services keep running.
 * The database must support snapshot reads: a MongoDB replica set, or the embedded database.
 */
export async function backUp({ uri, folder, attachmentsFolder, report = () => {} }: BackupOptions): Promise<Manifest> {
  const started = new Date();
  const parent = path.dirname(path.resolve(folder));
  await makeFolder(parent);
  await mkdir(folder, { mode: 0o700 });
  // Flush the name of the folder before the backup is complete, because the caller may remove the folder after an
  // error.
  await flushFolder(parent);
  const client = await openClient(uri, { readPreference: 'primary' });
  const databases: Manifest['databases'] = {};
  const attachments: Attachments | null = attachmentsFolder === undefined ? null : {};
  /** The names of the attachments that the messages in the backup use. */
  const used = new Set<string>();
  const noteAttachments = (message: Buffer) => attachmentsOfMessage(message).forEach((name) => used.add(name));
  try {
    // An attachment is stored before its message, and deleted when no message uses it any more. The attachments are
    // copied twice: before the databases are read, because an attachment may be deleted during the backup, and
    // afterwards, because an attachment may be stored during the backup. An attachment that is both stored and deleted
    // between the two copies can be missing although its message is in the backup.
    if (attachments) await copyNewAttachments(attachmentsFolder!, folder, attachments);
    // All reads of this session return the data as it was at the first read of the session.
    await client.withSession({ snapshot: true }, async (session) => {
      for (const database of databasesOf()) {
        await mkdir(path.join(folder, database), { mode: 0o700 });
        const collections = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
        // Each service creates its collections at its first start, so a missing database means that
        // the address is wrong.
        if (collections.length === 0) throw new Error(`there is no database ${database} at this address`);
        if (await isUnfinished(client.db(database), session)) {
          throw new Error(`${database} is being restored, or a restore was interrupted; finish the restore first`);
        }
        databases[database] = {};
        const names = collections.map((collection) => collection.name).filter((name) => name !== INDEX_MARKS);
        for (const name of names.sort()) {
          const isMessages = database === MESSAGES.database && name === MESSAGES.collection;
          const look = attachments && isMessages ? noteAttachments : undefined;
          const written = await dump(client.db(database).collection(name), session, folder, look);
          databases[database][name] = written;
          report(`${database}.${name}: ${written.documents} documents`);
        }
        await flushFolder(path.join(folder, database));
      }
    });
  } catch (error) {
    throw explained(error);
  } finally {
    await client.close();
  }
  if (attachments) {
    const present = await copyNewAttachments(attachmentsFolder!, folder, attachments, (name) => used.has(name));
    if (!present) report(`there is no folder ${attachmentsFolder}, so the backup has no attachments`);
    // An attachment that was deleted before the databases were read must not come back with a restore.
    for (const name of Object.keys(attachments).filter((each) => !used.has(each) && !present?.has(each))) {
      await rm(path.join(folder, ATTACHMENTS, name));
      delete attachments[name];
    }
    await flushFolder(path.join(folder, ATTACHMENTS));
    report(`${Object.keys(attachments).length} attachments`);
  }
  const manifest: Manifest = {
    version: VERSION,
    started_utc: started.toISOString(),
    finished_utc: new Date().toISOString(),
    databases,
    attachments,
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/** Whether a restore of the database has begun and not ended. */
async function isUnfinished(database: mongo.Db, session: mongo.ClientSession): Promise<boolean> {
  // The embedded database supports no filters in snapshots.
  const migrations = await database.collection<{ _id: string }>(MIGRATIONS).find({}, { session }).toArray();
  return migrations.some(({ _id }) => _id === UNFINISHED_RESTORE._id);
}

/**
 * Writes all documents of a collection to a compressed file, as they are stored.
 * @param look a function that is called with the stored bytes of each document.
 */
async function dump(
  collection: mongo.Collection,
  session: mongo.ClientSession,
  folder: string,
  look?: (document: Buffer) => void,
) {
  const name = fileOfCollection(folder, collection.dbName, collection.collectionName);
  let documents = 0;
  async function* read() {
    // With `raw`, the driver returns the stored bytes of each document.
    for await (const document of collection.find<Buffer>({}, { session, raw: true, batchSize: 1000 })) {
      documents++;
      look?.(document);
      yield document;
    }
  }
  await pipeline(read, createGzip({ level: 4 }), createWriteStream(name, { flags: 'wx', mode: 0o600 }));
  await flushFile(name);
  return { ...(await describeFile(name)), documents };
}

/**
 * Copies the wanted attachments that are not in `copied` yet, and adds them to `copied`.
 * @returns the names of the files in the folder of attachments. Undefined if there is no such folder.
 */
async function copyNewAttachments(
  from: string,
  folder: string,
  copied: Attachments,
  isWanted: (name: string) => boolean = () => true,
): Promise<ReadonlySet<string> | undefined> {
  const to = path.join(folder, ATTACHMENTS);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  // Attachments are files. The root of an ext4 volume also contains the folder lost+found.
  const names = (entries ?? []).filter((entry) => entry.isFile()).map((entry) => entry.name);
  const wanted = names.filter((name) => !name.endsWith('.part') && !Object.hasOwn(copied, name) && isWanted(name));
  await inGroups(wanted, async (name) => {
    try {
      await copyFile(path.join(from, name), path.join(to, name));
    } catch (error) {
      // The messaging service has deleted this attachment in the meantime.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    await flushFile(path.join(to, name));
    copied[name] = await describeFile(path.join(to, name));
  });
  return entries && new Set(names);
}

/** Writes the manifest, which marks the backup as complete. All other files must already be on the disk. */
async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const name = path.join(folder, MANIFEST);
  await writeFile(`${name}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await flushFile(`${name}.part`);
  await rename(`${name}.part`, name);
  await flushFolder(folder);
}

/** MongoDB's error codes for a snapshot that no longer exists. */
const SNAPSHOT_GONE = [239, 246];
/** MongoDB's error codes for a server that cannot read snapshots, because it is not in a replica set. */
const NO_SNAPSHOTS = [72, 123, 20];

function explained(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string };
  if (SNAPSHOT_GONE.includes(Number(code))) {
    return new Error(
      `the database no longer has the instant of this backup (${message}). Raise minSnapshotHistoryWindowInSeconds ` +
        'above the duration of the backup, or use a snapshot of the storage',
    );
  }
  if (NO_SNAPSHOTS.includes(Number(code)))
    return new Error(`the database cannot read a snapshot: ${message}. MongoDB must be a replica set`);
  return error;
}
