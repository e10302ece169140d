import path from 'node:path';
import mongoose from 'mongoose';
import { startChild } from '../processes/child';

/** The database of a data folder, or the one at an address. `close` ends what was started for it. */
export interface OpenedDatabase {
  uri: string;
  close: () => Promise<void>;
}

/**
 * Finds the database: at the address that is given, at the socket of a platform that runs on the folder, or by starting
 * the embedded database on the folder.
 * @throws Error when the folder has no data, or its database cannot be reached.
 */
export async function openDatabase(folder: string, givenUri: string | undefined): Promise<OpenedDatabase> {
  if (givenUri) return { uri: givenUri, close: () => Promise.resolve() };
  const socket = encodeURIComponent(path.join(folder, 'database/database.sock'));
  const uri = `mongodb://${socket}`;
  if (await answers(uri)) return { uri, close: () => Promise.resolve() };
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
