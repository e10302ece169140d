// Stores the hash of the lock file from which the dependencies were installed, so that the npm scripts install them
// only if needed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const note = path.join(root, 'node_modules/.keyhaven-installed');

function hashOfLockFile() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

export function isInstalled() {
  return existsSync(note) && readFileSync(note, 'utf8') === hashOfLockFile();
}

export function noteInstalled() {
  writeFileSync(note, hashOfLockFile());
}
