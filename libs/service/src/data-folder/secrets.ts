import { randomBytes } from 'node:crypto';
import { readJson, writeJson } from './data-folder';

const FILE = 'secrets.json';

/**
 * The settings whose secret values are generated at the first start, and stored in a file that only
 * its owner can read.
 */
const secretSettings = ['ATTACHMENT_SECRET', 'PORTAL_SECRET'] as const;
export type SecretSettings = Record<(typeof secretSettings)[number], string>;

export async function loadSecrets(folder: string): Promise<SecretSettings> {
  const known = (await readJson<Partial<SecretSettings>>(folder, FILE)) ?? {};
  const secrets = Object.fromEntries(
    secretSettings.map((name) => [name, known[name] ?? randomBytes(32).toString('base64url')]),
  ) as SecretSettings;
  if (secretSettings.some((name) => known[name] === undefined)) await writeJson(folder, FILE, secrets);
  return secrets;
}
