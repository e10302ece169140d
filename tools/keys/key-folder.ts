import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import type { IssuerJwk } from '@keyhaven/service/auth/public-keys';
import { readJson } from '@keyhaven/service/data-folder/data-folder';
import { replaceFile } from './replace-file';

type IssuerKeys = Awaited<ReturnType<typeof makeIssuerKeys>>;

export async function readPublicKeys(folder: string): Promise<IssuerJwk[]> {
  return (await readJson<{ keys: IssuerJwk[] }>(folder, 'public.json'))?.keys ?? [];
}

export function writePublicKeys(folder: string, keys: readonly IssuerJwk[]): Promise<void> {
  return replaceFile(path.join(folder, 'public.json'), `${JSON.stringify({ keys }, null, 2)}\n`);
}

/** Adds public keys. Existing public keys stay valid. */
export async function publishKeys(folder: string, made: readonly IssuerKeys[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writePublicKeys(folder, [...(await readPublicKeys(folder)), ...made.map(({ publicKey }) => publicKey)]);
}

export function writePrivateKey(folder: string, name: string, key: IssuerKeys['privateKey']): Promise<void> {
  return replaceFile(path.join(folder, `${name}.json`), JSON.stringify(key), 0o600);
}
