import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import type { IssuerJwk } from '@keyhaven/service/auth/public-keys';
import { replaceFile } from './replace-file';

/** Adds a key for each issuer to the folder. Their earlier public keys stay valid. */
export async function addKeys(folder: string, issuers: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'public.json');
  const known = await readFile(file, 'utf8').catch(() => '{"keys":[]}');
  const { keys } = JSON.parse(known) as { keys: IssuerJwk[] };
  const made = await Promise.all(issuers.map(makeIssuerKeys));
  // Public keys first: a process that starts meanwhile uses its private key immediately.
  const all = [...keys, ...made.map(({ publicKey }) => publicKey)];
  await replaceFile(file, `${JSON.stringify({ keys: all }, null, 2)}\n`);
  for (const { privateKey, publicKey } of made) {
    await replaceFile(path.join(folder, `${publicKey.issuer}.json`), JSON.stringify(privateKey), 0o600);
  }
}
