import { readFile, stat } from 'node:fs/promises';
import type { CryptoKey, JWK } from 'jose';
import { importJWK } from 'jose/key/import';
import { ALGORITHM } from './caller';

/** A public key. Only tokens of `issuer` may be signed with it. */
export interface IssuerKey {
  issuer: string;
  key: CryptoKey;
}

/** Returns the public key with an id; undefined if there is none. */
export type PublicKeys = (kid: string) => Promise<IssuerKey | undefined>;

/** An entry of the key file: a public key (JWK) with its id and the issuer to which it belongs. */
export type IssuerJwk = JWK & { kid: string; issuer: string };

async function importKeys(keys: IssuerJwk[]): Promise<Map<string, IssuerKey>> {
  const imported = new Map<string, IssuerKey>();
  for (const jwk of keys) {
    imported.set(jwk.kid, { issuer: jwk.issuer, key: (await importJWK(jwk, ALGORITHM)) as CryptoKey });
  }
  return imported;
}

/** Returns keys that never change, for a platform that runs in one process. */
export function fixedPublicKeys(keys: IssuerJwk[]): PublicKeys {
  const imported = importKeys(keys);
  return async (kid) => (await imported).get(kid);
}

/** How often the file is checked for changes, in milliseconds. */
const CHECK_EVERY_MS = 2000;

/**
 * Reads the public keys from a file, and again whenever the file changes. To replace a key, add the
 * new public key, wait until all processes have read it, sign with the new private key, and then
 * remove the old public key.
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
    // If the file cannot be read, for example because it is only half written, keep the current
    // keys.
    if (Date.now() - checked > CHECK_EVERY_MS) await read().catch(() => {});
    return keys.get(kid);
  };
}
