import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { fixedPublicKeys, type PublicKeys } from '@keyhaven/service/auth/public-keys';
import { createTokenSigner, type TokenSigner } from '@keyhaven/service/auth/token-signer';
import { readStoredKeys, storeKeys } from '@keyhaven/service/data-folder/stored-keys';

/**
 * Loads the issuers' keys from the data folder, and creates missing ones. Returns the token signers
 * of the issuers, and the public keys that verify their tokens.
 */
export async function loadIssuers<Issuer extends string>(
  folder: string,
  issuers: readonly Issuer[],
): Promise<{ signers: Record<Issuer, TokenSigner>; publicKeys: PublicKeys }> {
  const keys = await readStoredKeys(folder);
  const missing = issuers.filter((issuer) => !keys[issuer]);
  for (const issuer of missing) keys[issuer] = await makeIssuerKeys(issuer);
  if (missing.length > 0) await storeKeys(folder, keys);
  const signers = Object.fromEntries(
    await Promise.all(
      issuers.map(async (issuer) => [issuer, await createTokenSigner(issuer, keys[issuer]!.privateKey)]),
    ),
  ) as Record<Issuer, TokenSigner>;
  return { signers, publicKeys: fixedPublicKeys(issuers.map((issuer) => keys[issuer]!.publicKey)) };
}
