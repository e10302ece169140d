import path from 'node:path';
import { startEmbeddedMongo } from '@keyhaven/embedded-mongo/start';
import { databaseSettings, readConfiguration } from '@keyhaven/service/configuration';
import { z } from 'zod';
import { openClient } from './open-client';

/** How long a running platform may take to accept a connection, in milliseconds. */
const ANSWER_MS = 500;

const platformSettings = z.object({
  /** If this is not set, the platform uses the embedded database. */
  MONGODB_URI: databaseSettings.shape.MONGODB_URI.optional(),
  /** The folder of the embedded database. */
  KEYHAVEN_DATA: z.string().min(1).default('.keyhaven'),
  /** The default is a folder in KEYHAVEN_DATA. */
  ATTACHMENTS_FOLDER: z.string().min(1).optional(),
  S3_BUCKET_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** The data of a platform that a backup reads or a restore writes. */
export interface BackedUpPlatform {
  uri: string;
  /** Undefined if the attachments are in a bucket. */
  attachmentsFolder: string | undefined;
  /** Stops the database if `openPlatform` started it. */
  close(): Promise<void>;
}

/**
 * Opens the data of a platform. The environment contains either MONGODB_URI and ATTACHMENTS_FOLDER, or KEYHAVEN_DATA:
 * the folder of the embedded database and of the attachments. The platform may be running or stopped.
 * @throws Error if a setting is wrong.
 */
export async function openPlatform(environment: NodeJS.ProcessEnv): Promise<BackedUpPlatform> {
  const settings = readConfiguration(platformSettings, environment);
  const { MONGODB_URI, S3_BUCKET_URL, ATTACHMENTS_FOLDER } = settings;
  const data = path.resolve(settings.KEYHAVEN_DATA);
  const attachmentsFolder = S3_BUCKET_URL ? undefined : (ATTACHMENTS_FOLDER ?? path.join(data, 'attachments'));
  if (MONGODB_URI) return { uri: MONGODB_URI, attachmentsFolder, close: () => Promise.resolve() };
  const folder = path.join(data, 'database');
  const uri = `mongodb://${encodeURIComponent(path.join(folder, 'database.sock'))}`;
  if (await answers(uri)) return { uri, attachmentsFolder, close: () => Promise.resolve() };
  const database = await startEmbeddedMongo({ folder });
  return { uri: database.uri, attachmentsFolder, close: () => database.close() };
}

async function answers(uri: string): Promise<boolean> {
  try {
    const client = await openClient(uri, { serverSelectionTimeoutMS: ANSWER_MS });
    await client.close();
    return true;
  } catch {
    return false;
  }
}
