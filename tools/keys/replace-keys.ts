import { readdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { publishKeys, readPublicKeys, writePrivateKey, writePublicKeys } from './key-folder';

/** The file of a private key that is not in use yet. */
const NEXT = /^(.+)\.next\.json$/;
/**
 * How long it may take until all processes have read a changed file, in milliseconds. This takes seconds in a shared
 * folder, and up to two minutes if Kubernetes copies a ConfigMap to its nodes.
 */
const KNOWN_AFTER_MS = 120_000;
/**
 * How long a new private key must be in use before the old public key may be removed, in milliseconds. After this time,
 * every process signs with the new key, and tokens of the old key have expired.
 */
const UNUSED_AFTER_MS = 300_000;

/**
 * Creates a new key for each issuer and adds the public key to the folder. The private key is not put into use yet.
 * Otherwise, a starting process would sign with the new key before other processes have read the public key.
 */
export async function prepareKeys(folder: string, issuers: readonly string[]): Promise<void> {
  const made = await Promise.all(issuers.map(makeIssuerKeys));
  await publishKeys(folder, made);
  for (const { privateKey, publicKey } of made) await writePrivateKey(folder, `${publicKey.issuer}.next`, privateKey);
}

/**
 * Puts the prepared private keys into use. @returns the issuers whose new keys were put into use.
 * @throws Error if some processes might not have read the public keys yet.
 */
export async function useNewKeys(folder: string, settledMs = KNOWN_AFTER_MS): Promise<string[]> {
  const issuers = await preparedIssuers(folder);
  const fileOf = (issuer: string) => path.join(folder, `${issuer}.next.json`);
  await assertSettled('the new public keys may not be known everywhere yet', issuers.map(fileOf), settledMs);
  for (const issuer of issuers) await rename(fileOf(issuer), path.join(folder, `${issuer}.json`));
  return issuers;
}

/**
 * Removes the public keys whose private keys are neither in use nor prepared. @returns the ids of the removed keys.
 * @throws Error if a process may still sign with one of these keys, or if the private key of an issuer is not in the
 *   folder.
 */
export async function removeOldKeys(folder: string, settledMs = UNUSED_AFTER_MS): Promise<string[]> {
  const keys = await readPublicKeys(folder);
  const inUse = [...new Set(keys.map(({ issuer }) => path.join(folder, `${issuer}.json`)))];
  const prepared = (await preparedIssuers(folder)).map((issuer) => path.join(folder, `${issuer}.next.json`));
  const kids = await Promise.all([...inUse, ...prepared].map(readKid));
  const old = keys.filter(({ kid }) => !kids.includes(kid));
  if (old.length > 0) await assertSettled('the new private keys may not be in use everywhere yet', inUse, settledMs);
  await writePublicKeys(
    folder,
    keys.filter(({ kid }) => kids.includes(kid)),
  );
  return old.map(({ kid }) => kid);
}

async function readKid(file: string): Promise<string> {
  return (JSON.parse(await readFile(file, 'utf8')) as { kid: string }).kid;
}

async function preparedIssuers(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => NEXT.exec(name)?.[1] ?? []).sort();
}

async function assertSettled(what: string, files: readonly string[], settledMs: number): Promise<void> {
  const times = await Promise.all(files.map(async (file) => (await stat(file)).ctimeMs));
  const leftMs = Math.max(0, ...times) + settledMs - Date.now();
  if (leftMs > 0)
    throw new Error(`${what}; wait ${Math.ceil(leftMs / 1000)} seconds, or add --now if requests may fail`);
}
