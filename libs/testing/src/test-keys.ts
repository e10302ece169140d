import type { IssuerGrants } from '@keyhaven/service/auth/issuer-grants';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { fixedPublicKeys, type PublicKeys } from '@keyhaven/service/auth/public-keys';
import { createTokenSigner, type TokenSigner } from '@keyhaven/service/auth/token-signer';

/** Allows every issuer to call all APIs. */
export const testGrants: IssuerGrants = () => new Set(['public', 'internal', 'operator']);

/** The keys of an issuer that the services under test trust. */
export interface TestKeys {
  sign: TokenSigner;
  publicKeys: PublicKeys;
}

export async function makeTestKeys(issuer = 'tests'): Promise<TestKeys> {
  const { privateKey, publicKey } = await makeIssuerKeys(issuer);
  return { sign: await createTokenSigner(issuer, privateKey), publicKeys: fixedPublicKeys([publicKey]) };
}
