import { readFile, stat } from 'node:fs/promises';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { ALGORITHM } from './caller';

/** A public key and the only issuer that may sign with it. */
export interface IssuerKey {
  issuer: string;
  key: CryptoKey;
}

/** Finds the public key with an id. */
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
 * Keys from a file, which is read again when it changes. To rotate a key: add the new one, wait, sign with it, remove
 * the old one.
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
    // If the file cannot be read, for example because it is half written, the current keys stay in use.
    if (Date.now() - checked > CHECK_EVERY_MS) await read().catch(() => {});
    return keys.get(kid);
  };
}
