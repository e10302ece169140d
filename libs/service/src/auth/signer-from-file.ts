import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import { createTokenSigner, type TokenSigner } from './token-signer';

/**
 * Reads an issuer's private key (JWK with `kid`) from a file, and makes its signer.
 * @throws Error that names the file.
 */
export async function tokenSignerFromFile(issuer: string, file: string): Promise<TokenSigner> {
  try {
    return await createTokenSigner(issuer, JSON.parse(await readFile(file, 'utf8')) as JWK);
  } catch (error) {
    // The message leaves out the cause: a JSON error may quote the key.
    throw new Error(`the signing key of ${issuer} could not be read from ${file}`, { cause: error });
  }
}
