import type { JWK } from 'jose';
import { SignJWT } from 'jose/jwt/sign';
import { importJWK } from 'jose/key/import';
import { LRUCache } from 'lru-cache';
import { ALGORITHM, type Caller, TOKEN_LIFETIME_SECONDS } from './caller';

/** The caller to put into a token, and the service that will accept the token. */
export type TokenRequest = Omit<Caller, 'issuer'> & { audience: string };

/** Signs internal tokens as one issuer. */
export type TokenSigner = (request: TokenRequest) => Promise<string>;

/** The maximum number of tokens that a signer caches. */
const MAX_CACHED_TOKENS = 5000;

/**
 * Creates the signer of an issuer.
 * @param privateKey a JWK with its `kid`, as `tools/keys` creates it.
 */
export async function createTokenSigner(issuer: string, privateKey: JWK): Promise<TokenSigner> {
  if (!privateKey.kid) throw new Error('the signing key has no kid');
  const key = await importJWK(privateKey, ALGORITHM);
  const cache = new LRUCache<string, { token: string; from: number; until: number }>({ max: MAX_CACHED_TOKENS });

  return async (request) => {
    const { audience, scope, accountId, credentialId, app } = request;
    const cacheKey = JSON.stringify([audience, scope, accountId, credentialId, app?.key, app?.ownerId]);
    // Read the clock once: the verifier requires exactly one lifetime between issue and expiry.
    const now = Date.now();
    const cached = cache.get(cacheKey);
    // After a fast clock was corrected, other services would refuse the tokens that it signed.
    if (cached && cached.from <= now && now < cached.until) return cached.token;
    const issuedAt = Math.floor(now / 1000);
    const token = await new SignJWT({
      scope,
      user_id: accountId,
      credential_id: credentialId,
      app: app && { key: app.key, owner_user_id: app.ownerId },
    })
      .setProtectedHeader({ alg: ALGORITHM, kid: privateKey.kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
      .sign(key);
    // Reuse a token only during the first half of its lifetime, so that the request has the other half to arrive.
    cache.set(cacheKey, { token, from: now, until: now + (TOKEN_LIFETIME_SECONDS * 1000) / 2 });
    return token;
  };
}
