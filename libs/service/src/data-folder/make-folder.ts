import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { flushFolder } from './flush';

/**
 * Creates a folder and the folders above it, unless they exist. The names of all created folders are on disk when the
 * promise resolves.
 * @param mode the mode of the created folders.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  const last = path.resolve(folder);
  const first = await mkdir(last, { recursive: true, mode });
  if (first === undefined) return;
  const parents: string[] = [];
  for (let created = last; created.length >= first.length; created = path.dirname(created))
    parents.unshift(path.dirname(created));
  for (const parent of parents) await flushFolder(parent);
}
