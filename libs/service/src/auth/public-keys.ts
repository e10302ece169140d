import { readFile, stat } from 'node:fs/promises';
import type { CryptoKey, JWK } from 'jose';
import { importJWK } from 'jose/key/import';
import { ALGORITHM } from './caller';

/** A public key. Only `issuer` may sign with it. */
export interface IssuerKey {
  issuer: string;
  key: CryptoKey;
}

/** Finds a public key by its id. */
export type PublicKeys = (kid: string) => Promise<IssuerKey | undefined>;

/** A JWK of the key set: a public key with its id and the name of its issuer. */
export type IssuerJwk = JWK & { kid: string; issuer: string };

async function importKeys(keys: IssuerJwk[]): Promise<Map<string, IssuerKey>> {
  const imported = new Map<string, IssuerKey>();
  for (const jwk of keys) {
    imported.set(jwk.kid, { issuer: jwk.issuer, key: (await importJWK(jwk, ALGORITHM)) as CryptoKey });
  }
  return imported;
}

/** A fixed set of keys, for a platform that runs in one process. */
export function fixedPublicKeys(keys: IssuerJwk[]): PublicKeys {
  const imported = importKeys(keys);
  return async (kid) => (await imported).get(kid);
}

/** How often the file is checked for changes, in milliseconds. */
const CHECK_EVERY_MS = 2000;

/**
 * Reads the keys from a file, and reads it again when it changes. To rotate a key: add the new key, wait until all
 * processes have read it, sign with it, then remove the old key.
 */
export async function publicKeysFromFile(file: string): Promise<PublicKeys> {
  let changed = 0;
  let checked = 0;
  let keys = new Map<string, IssuerKey>();
  const read = async () => {
    checked = Date.now();
    const { mtimeMs } = await stat(file);
    if (mtimeMs === changed) return;
    keys = await importKeys((JSON.parse(await readFile(file, 'utf8')) as { keys: IssuerJwk[] }).keys);
    changed = mtimeMs;
  };
  await read();
  return async (kid) => {
    // Keep the current keys if the file cannot be read, for example because it is half written.
    if (Date.now() - checked > CHECK_EVERY_MS) await read().catch(() => {});
    return keys.get(kid);
  };
}
