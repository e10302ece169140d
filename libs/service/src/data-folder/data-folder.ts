import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flushFolder } from './flush';
import { makeFolder } from './make-folder';

/**
 * Only the owner may read the folder, because it contains keys and the credentials of the demo
 * account.
 */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** @throws Error with a message for the operator, if the folder cannot be created. */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder, FOLDER_MODE);
  } catch (error) {
    throw new Error(
      `the data folder ${folder} cannot be created: ${(error as Error).message}; set KEYHAVEN_DATA to another one`,
    );
  }
}

/** Reads a JSON file in the folder. Returns undefined if the file does not exist. */
export async function readJson<Content>(folder: string, name: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${path.join(folder, name)} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Writes a JSON file, either completely or not at all. The file is on disk when the promise
 * resolves.
 */
export async function writeJson(folder: string, name: string, content: unknown): Promise<void> {
  const draft = path.join(folder, `.${name}.${randomUUID()}`);
  try {
    const file = await open(draft, 'w', FILE_MODE);
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path.join(folder, name));
    await flushFolder(folder);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
