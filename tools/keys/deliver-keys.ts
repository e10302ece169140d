import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from './replace-file';
import { secretFiles } from './secret-files';

/**
 * Copies keys and secrets to the folders in `target`. Each folder has the name of a process, and gets the files that
 * this process may read: its private key, its secrets and the public keys. Public keys are copied to all folders before
 * any private key. Files with the same content are not written again, because the age of the file decides when a
 * private key is used.
 * @returns the names of the folders in which something changed.
 */
export async function deliverKeys(folder: string, target: string): Promise<string[]> {
  const issuers = (await readdir(target)).sort();
  const changed = new Set<string>();
  const copy = async (issuer: string, name: string) => {
    const text = await readFile(path.join(folder, name), 'utf8');
    const file = path.join(target, issuer, name);
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
    await replaceFile(file, text, 0o600);
    changed.add(issuer);
  };
  for (const issuer of issuers) await copy(issuer, 'public.json');
  for (const issuer of issuers) {
    for (const name of [`${issuer}.json`, ...(secretFiles[issuer] ?? [])]) await copy(issuer, name);
  }
  return [...changed].sort();
}
