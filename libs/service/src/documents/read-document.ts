import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder `docs`, which is in a parent folder of this file. In a bundle, it contains the files
 * that tools/build/bundle.mjs copied. Otherwise it is the folder in the repository.
 */
const folder = findUpwards(__dirname);

/**
 * Returns the text of a document.
 * @param name its path within `docs`, such as openapi/v2.json.
 * @throws Error if it does not exist.
 */
export function readDocument(name: string): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

/**
 * Returns the names of the files in a folder of `docs`, in alphabetical order. Empty if the folder
 * does not exist.
 */
export function listDocuments(name: string): string[] {
  const place = path.join(folder, name);
  return existsSync(place) ? readdirSync(place).sort() : [];
}

function findUpwards(place: string): string {
  const found = path.join(place, 'docs');
  if (existsSync(found)) return found;
  const above = path.dirname(place);
  if (above === place) throw new Error(`there is no folder docs at ${__dirname} or above it`);
  return findUpwards(above);
}
