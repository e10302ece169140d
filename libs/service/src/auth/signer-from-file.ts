import { readFile, stat } from 'node:fs/promises';
import type { JWK } from 'jose';
import { createTokenSigner, type TokenSigner } from './token-signer';

/** How often the file is checked for changes, in milliseconds. */
const CHECK_EVERY_MS = 2000;
/**
 * How old a changed file must be before its key is used, in milliseconds. By then every process has
 * read the new public key: within seconds if the processes share a folder, and within two minutes
 * if Kubernetes copies a secret to its nodes.
 */
const SETTLED_AFTER_MS = 120_000;

/**
 * Reads the private key of an issuer (a JWK with `kid`) from a file, and creates the signer. Two
 * minutes after the file changes, the signer uses the new key, so a key is replaced without a
 * restart.
 * @throws Error that names the file, if it cannot be read.
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
    // If the file cannot be read, for example because it is only half written, keep the current
    // key.
    if (Date.now() - checked > CHECK_EVERY_MS) await readAgain().catch(() => {});
    return sign(request);
  };
}

async function readSigner(issuer: string, file: string): Promise<{ changed: number; sign: TokenSigner }> {
  try {
    const { mtimeMs: changed } = await stat(file);
    return { changed, sign: await createTokenSigner(issuer, JSON.parse(await readFile(file, 'utf8')) as JWK) };
  } catch (error) {
    // Do not include the message of the cause: a JSON error may quote the key.
    throw new Error(`the signing key of ${issuer} could not be read from ${file}`, { cause: error });
  }
}
