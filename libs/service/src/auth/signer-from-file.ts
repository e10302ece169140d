import { readFile, stat } from 'node:fs/promises';
import type { JWK } from 'jose';
import { createTokenSigner, type TokenSigner } from './token-signer';

/** How often the file is checked for changes, in milliseconds. */
const CHECK_EVERY_MS = 2000;
/**
 * How old a changed file must be before its key is used, in milliseconds. By then every process has read the public key:
 * within seconds where they share a folder, and within two minutes where Kubernetes copies a secret to its nodes.
 */
const SETTLED_AFTER_MS = 120_000;

/**
 * Reads an issuer's private key (JWK with `kid`) from a file, and makes its signer. When the file changes, the signer
 * uses the new key two minutes later, so keys are replaced without a restart.
 * @throws Error that names the file.
 */
export async function tokenSignerFromFile(issuer: string, file: string): Promise<TokenSigner> {
  let { changed, sign } = await readSigner(issuer, file);
  let checked = Date.now();
  const readAgain = async () => {
    checked = Date.now();
    const { mtimeMs } = await stat(file);
    if (mtimeMs === changed || Date.now() - mtimeMs < SETTLED_AFTER_MS) return;
    ({ changed, sign } = await readSigner(issuer, file));
  };
  return async (request) => {
    // Keep the current key if the file cannot be read, for example because it is half written.
    if (Date.now() - checked > CHECK_EVERY_MS) await readAgain().catch(() => {});
    return sign(request);
  };
}

async function readSigner(issuer: string, file: string): Promise<{ changed: number; sign: TokenSigner }> {
  try {
    const { mtimeMs: changed } = await stat(file);
    return { changed, sign: await createTokenSigner(issuer, JSON.parse(await readFile(file, 'utf8')) as JWK) };
  } catch (error) {
    // Keep the cause out of the message: a JSON error may quote the key.
    throw new Error(`the signing key of ${issuer} could not be read from ${file}`, { cause: error });
  }
}
