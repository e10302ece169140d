/**
 * Makes keys for issuers of internal tokens: npm run keys -- FOLDER ISSUER [ISSUER …]
 * It writes each private key to FOLDER/ISSUER.json and adds the public keys to FOLDER/public.json, which keeps the old
 * ones. To change a key, make a new one, wait until every service has read it, and remove the old one.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import type { IssuerJwk } from '@keyhaven/service/auth/public-keys';

/** Adds a key for each issuer to the folder. */
export async function makeKeys(folder: string, issuers: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'public.json');
  const known = await readFile(file, 'utf8').catch(() => '{"keys":[]}');
  const { keys } = JSON.parse(known) as { keys: IssuerJwk[] };
  for (const issuer of issuers) {
    const { privateKey, publicKey } = await makeIssuerKeys(issuer);
    await writeFile(path.join(folder, `${issuer}.json`), JSON.stringify(privateKey), { mode: 0o600 });
    keys.push(publicKey);
  }
  await writeFile(file, `${JSON.stringify({ keys }, null, 2)}\n`);
}

if (require.main === module) {
  const [folder, ...issuers] = process.argv.slice(2);
  if (!folder || issuers.length === 0) {
    console.error('usage: npm run keys -- FOLDER ISSUER [ISSUER …]');
    process.exit(1);
  }
  void makeKeys(folder, issuers).then(() => console.log(`keys of ${issuers.join(', ')} are in ${folder}`));
}
