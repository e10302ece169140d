import type { IssuerGrants } from '@keyhaven/service/auth/issuer-grants';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { fixedPublicKeys, type PublicKeys } from '@keyhaven/service/auth/public-keys';
import { createTokenSigner, type TokenSigner } from '@keyhaven/service/auth/token-signer';

/** The one issuer that tests use for the public, internal and operator interfaces. */
export const testGrants: IssuerGrants = () => new Set(['public', 'internal', 'operator']);

/** Keys of an issuer that the services under test trust. */
export interface TestKeys {
  sign: TokenSigner;
  publicKeys: PublicKeys;
}

export async function makeTestKeys(issuer = 'tests'): Promise<TestKeys> {
  const { privateKey, publicKey } = await makeIssuerKeys(issuer);
  return { sign: await createTokenSigner(issuer, privateKey), publicKeys: fixedPublicKeys([publicKey]) };
}
