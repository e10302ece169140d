import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import { createTokenSigner, type TokenSigner } from './token-signer';

/** The signer of an issuer whose private key (JWK with `kid`) is in a file. @throws Error that names the file. */
export async function tokenSignerFromFile(issuer: string, file: string): Promise<TokenSigner> {
  try {
    return await createTokenSigner(issuer, JSON.parse(await readFile(file, 'utf8')) as JWK);
  } catch (error) {
    // The cause is left out of the message: that of a JSON error may quote the key.
    throw new Error(`the signing key of ${issuer} could not be read from ${file}`, { cause: error });
  }
}
