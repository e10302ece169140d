import { existsSync } from 'node:fs';
import path from 'node:path';
import mongoose from 'mongoose';
import { startChild } from '../processes/child';

/** An open database. `close` stops the database process if `openDatabase` started it. */
export interface OpenedDatabase {
  uri: string;
  close: () => Promise<void>;
}

/**
 * Opens the database at the given address. Without an address, connects to the platform that runs on the folder. If no
 * platform runs, starts the embedded database on the folder.
 * @throws Error if the folder has no data, or if the embedded database cannot be started.
 */
export async function openDatabase(folder: string, givenUri: string | undefined): Promise<OpenedDatabase> {
  if (givenUri) return { uri: givenUri, close: () => Promise.resolve() };
  const socket = encodeURIComponent(path.join(folder, 'database/database.sock'));
  const uri = `mongodb://${socket}`;
  if (await answers(uri)) return { uri, close: () => Promise.resolve() };
  if (!existsSync(path.join(folder, 'database'))) {
    throw new Error(`${folder} contains no data of Keyhaven; set KEYHAVEN_DATA to its data folder`);
  }
  const { bundle } = await import('../build/bundle.mjs');
  const program = path.join(await bundle('embedded-mongo'), 'main.js');
  const settings = { KEYHAVEN_DATA: folder };
  const child = await startChild({ name: 'database', program, settings, ready: /(mongodb:\/\/\S+)\s/, folder });
  return { uri: child.ready[1]!, close: () => child.stop() };
}

async function answers(uri: string): Promise<boolean> {
  try {
    const connection = await mongoose.createConnection(uri, { serverSelectionTimeoutMS: 500 }).asPromise();
    await connection.close();
    return true;
  } catch {
    return false;
  }
}
