import { importJWK, type JWK, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { ALGORITHM, type Caller, TOKEN_LIFETIME_SECONDS } from './caller';

/** The caller that a token is signed for, and the service that accepts it. */
export type TokenRequest = Omit<Caller, 'issuer'> & { audience: string };

/** Signs internal tokens as one issuer. */
export type TokenSigner = (request: TokenRequest) => Promise<string>;

/** The most tokens that a signer caches. */
const REMEMBERED = 5000;

/**
 * Makes the signer of an issuer.
 * @param privateKey a JWK with its `kid`, as tools/keys makes it.
 */
export async function createTokenSigner(issuer: string, privateKey: JWK): Promise<TokenSigner> {
  if (!privateKey.kid) throw new Error('the signing key has no kid');
  const key = await importJWK(privateKey, ALGORITHM);
  const remembered = new LRUCache<string, { token: string; until: number }>({ max: REMEMBERED });

  return async (request) => {
    const name = JSON.stringify([request.audience, request.scope, request.accountId, request.credentialId]);
    const known = remembered.get(name);
    if (known && known.until > Date.now()) return known.token;
    // Read once, so that issue and expiry time are exactly one lifetime apart.
    const issuedAt = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({
      scope: request.scope,
      user_id: request.accountId,
      credential_id: request.credentialId,
    })
      .setProtectedHeader({ alg: ALGORITHM, kid: privateKey.kid })
      .setIssuer(issuer)
      .setAudience(request.audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
      .sign(key);
    // A token is reused during the first half of its lifetime, so that a request has the other half to arrive.
    remembered.set(name, { token, until: Date.now() + (TOKEN_LIFETIME_SECONDS * 1000) / 2 });
    return token;
  };
}
