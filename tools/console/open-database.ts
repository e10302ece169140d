import { existsSync } from 'node:fs';
import path from 'node:path';
import { databaseSettings, readConfiguration } from '@keyhaven/service/configuration';
import { z } from 'zod';
import { startChild } from '../processes/child';
import { openConnection } from './open-connection';

const consoleSettings = z.object({
  MONGODB_URI: databaseSettings.shape.MONGODB_URI.optional(),
  KEYHAVEN_DATA: z.string().min(1).default('.keyhaven'),
});

/** An open database. `close` stops the database process if `openDatabase` started it. */
export interface OpenedDatabase {
  uri: string;
  /** The data folder of the platform. The console stores its history of commands there. */
  folder: string;
  close: () => Promise<void>;
}

/**
 * Opens the database at MONGODB_URI. Without this setting, connects to the platform that runs on the folder
 * KEYHAVEN_DATA. If no platform runs, starts the embedded database on the folder.
 * @throws Error if a setting is wrong, if the folder has no data, or if the embedded database cannot be started.
 */
export async function openDatabase(environment: NodeJS.ProcessEnv): Promise<OpenedDatabase> {
  const { MONGODB_URI, KEYHAVEN_DATA } = readConfiguration(consoleSettings, environment);
  const folder = path.resolve(KEYHAVEN_DATA);
  if (MONGODB_URI) return { uri: MONGODB_URI, folder, close: () => Promise.resolve() };
  const socket = encodeURIComponent(path.join(folder, 'database/database.sock'));
  const uri = `mongodb://${socket}`;
  if (await answers(uri)) return { uri, folder, close: () => Promise.resolve() };
  if (!existsSync(path.join(folder, 'database'))) {
    throw new Error(`${folder} contains no data of Keyhaven; set KEYHAVEN_DATA to its data folder`);
  }
  const { bundle } = await import('../build/bundle.mjs');
  const program = path.join(await bundle('embedded-mongo'), 'main.js');
  const settings = { KEYHAVEN_DATA: folder };
  const child = await startChild({ name: 'database', program, settings, ready: /(mongodb:\/\/\S+)\s/, folder });
  return { uri: child.ready[1]!, folder, close: () => child.stop() };
}

async function answers(uri: string): Promise<boolean> {
  try {
    const connection = await openConnection(uri, { serverSelectionTimeoutMS: 500 });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}
