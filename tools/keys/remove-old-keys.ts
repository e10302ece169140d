import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IssuerJwk } from '@keyhaven/service/auth/public-keys';
import { replaceFile } from './replace-file';

/** Removes the public keys whose private keys were replaced. @returns their ids. */
export async function removeOldKeys(folder: string): Promise<string[]> {
  const file = path.join(folder, 'public.json');
  const { keys } = JSON.parse(await readFile(file, 'utf8')) as { keys: IssuerJwk[] };
  const used = await Promise.all(
    keys.map(async ({ issuer, kid }) => {
      const text = await readFile(path.join(folder, `${issuer}.json`), 'utf8');
      return (JSON.parse(text) as { kid: string }).kid === kid;
    }),
  );
  const left = keys.filter((_, index) => used[index]);
  await replaceFile(file, `${JSON.stringify({ keys: left }, null, 2)}\n`);
  return keys.filter((_, index) => !used[index]).map(({ kid }) => kid);
}
