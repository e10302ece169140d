import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST } from './manifest';

/**
 * The names of dated backup folders. The names sort by time, and contain no colons, because some file
 * systems do not allow colons.
 */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Returns the folder in `parent` for a backup that begins now. */
export function datedFolder(parent: string, now: Date): string {
  return path.join(parent, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
}

/**
 * Removes the dated backups in a folder except the newest `keep` complete backups. Also removes the remains of failed
 * attempts that are older than the oldest kept backup. Other files stay. @returns the names of the removed folders.
 */
export async function removeOldBackups(parent: string, keep: number): Promise<string[]> {
  const folders = (await readdir(parent)).filter((name) => NAME.test(name)).sort();
  const complete = folders.filter((name) => existsSync(path.join(parent, name, MANIFEST)));
  const oldestKept = complete.at(-keep) ?? complete[0];
  const old = folders.filter((name) => oldestKept !== undefined && name < oldestKept);
  const removed = old.map((name) => path.join(parent, name));
  // Remove the manifest first, so that an interrupted removal leaves no backup that looks complete.
  for (const folder of removed) {
    await rm(path.join(folder, MANIFEST), { force: true });
    await rm(folder, { recursive: true });
  }
  return removed;
}
