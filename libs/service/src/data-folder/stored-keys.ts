import type { makeIssuerKeys } from '../auth/make-keys';
import { createTokenSigner, type TokenSigner } from '../auth/token-signer';
import { readJson, writeJson } from './data-folder';

const FILE = 'keys.json';

/** The keys of all issuers, by issuer, of a platform that runs in one process. */
export type StoredKeys = Record<string, Awaited<ReturnType<typeof makeIssuerKeys>>>;

/** Reads the keys in the data folder. Empty before the first start. */
export async function readStoredKeys(folder: string): Promise<StoredKeys> {
  return (await readJson<StoredKeys>(folder, FILE)) ?? {};
}

export function storeKeys(folder: string, keys: StoredKeys): Promise<void> {
  return writeJson(folder, FILE, keys);
}

/** Creates the token signer of an issuer from its key in the data folder. Undefined if the folder has no such key. */
export async function findSigner(folder: string, issuer: string): Promise<TokenSigner | undefined> {
  const key = (await readStoredKeys(folder))[issuer];
  return key && createTokenSigner(issuer, key.privateKey);
}
