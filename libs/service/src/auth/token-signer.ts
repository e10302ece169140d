import type { JWK } from 'jose';
import { SignJWT } from 'jose/jwt/sign';
import { importJWK } from 'jose/key/import';
import { LRUCache } from 'lru-cache';
import { ALGORITHM, type Caller, TOKEN_LIFETIME_SECONDS } from './caller';

/** The contents of a token: the caller, and the service that is to accept it (the audience). */
export type TokenRequest = Omit<Caller, 'issuer'> & { audience: string };

/** Returns a signed internal token of one issuer. */
export type TokenSigner = (request: TokenRequest) => Promise<string>;

/** The maximum number of tokens that a signer caches. */
const MAX_CACHED_TOKENS = 5000;

/**
 * Creates the signer of an issuer.
 * @param privateKey a JWK with `kid`, as created by `tools/keys`.
 */
export async function createTokenSigner(issuer: string, privateKey: JWK): Promise<TokenSigner> {
  if (!privateKey.kid) throw new Error('the signing key has no kid');
  const key = await importJWK(privateKey, ALGORITHM);
  const cache = new LRUCache<string, { token: string; from: number; until: number }>({ max: MAX_CACHED_TOKENS });

  return async (request) => {
    const { audience, scope, accountId, credentialId, app } = request;
    const cacheKey = JSON.stringify([audience, scope, accountId, credentialId, app?.key, app?.ownerId]);
    // Read the clock only once, because the verifier requires an exact difference between issue
    // time and expiry.
    const now = Date.now();
    const cached = cache.get(cacheKey);
    // The comparison with `from` handles a clock that was fast and then corrected. Other
    // services would refuse the cached tokens, because these are from the future.
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
    // Reuse a token only for half of its lifetime, so that a request has at least the other half
    // to arrive.
    cache.set(cacheKey, { token, from: now, until: now + (TOKEN_LIFETIME_SECONDS * 1000) / 2 });
    return token;
  };
}
