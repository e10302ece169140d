import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { readJson } from '@keyhaven/service/data-folder/data-folder';
import { publishKeys, readPublicKeys, writePrivateKey } from './key-folder';
import { secretFiles } from './secret-files';

/** All issuers of internal tokens. */
export const issuerNames = ['gateway', 'operator', 'portal', ...dataServiceNames];

/** Creates the missing keys of issuers. @returns the names of the issuers whose keys were created. */
export async function makeMissingKeys(folder: string, issuers: readonly string[] = issuerNames): Promise<string[]> {
  const published = await readPublicKeys(folder);
  const missing = [];
  for (const issuer of issuers) {
    const key = await readJson<{ kid: string }>(folder, `${issuer}.json`);
    // A private key whose public key is not published cannot be used, so it counts as missing.
    if (!published.some(({ kid }) => kid === key?.kid)) missing.push(issuer);
  }
  const made = await Promise.all(missing.map(makeIssuerKeys));
  if (made.length > 0) await publishKeys(folder, made);
  for (const { privateKey, publicKey } of made) await writePrivateKey(folder, publicKey.issuer, privateKey);
  return missing;
}

/** Creates the missing secrets that are not keys. @returns the names of their files. */
export async function makeMissingSecrets(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made = [];
  for (const name of Object.values(secretFiles).flat()) if (await makeSecret(path.join(folder, name))) made.push(name);
  return made;
}

/** Creates a file with a new secret. @returns false if the file already exists. */
async function makeSecret(file: string): Promise<boolean> {
  const exists = await open(file).then(
    (opened) => opened.close().then(() => true),
    () => false,
  );
  if (exists) return false;
  const draft = await open(`${file}.draft`, 'w', 0o600);
  await draft.writeFile(randomBytes(32).toString('base64url'));
  await draft.sync();
  await draft.close();
  await rename(`${file}.draft`, file);
  return true;
}
