import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import { jwtVerify } from 'jose/jwt/verify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ALGORITHM, type ApiKind, type Caller, CLOCK_TOLERANCE_SECONDS, TOKEN_LIFETIME_SECONDS } from './caller';
import { type IssuerGrants, issuerGrants } from './issuer-grants';
import type { PublicKeys } from './public-keys';
import { TokenOutOfTime } from './token-out-of-time';

/**
 * The caller in a verified token, and the APIs of this service that the token's issuer may call.
 */
export interface VerifiedCaller extends Caller {
  apis: ReadonlySet<ApiKind>;
}

/**
 * Returns the caller in a token; undefined if the token is not valid for this service.
 * @throws TokenOutOfTime if the token is valid except for its age.
 */
export type TokenVerifier = (token: string) => Promise<VerifiedCaller | undefined>;

interface VerifierOptions {
  /** Which issuer may call which API. Default: the grants of the platform. */
  grants?: IssuerGrants;
  /** Called for each token that is valid except for its age. */
  onOutOfTime?: (token: TokenOutOfTime) => void;
}

const claims = z.object({
  iat: z.int(),
  exp: z.int(),
  scope: z.enum(['full', 'read', 'service', 'open']),
  user_id: z.int().positive().optional(),
  credential_id: z.string().optional(),
  app: z.object({ key: z.string(), owner_user_id: z.int().positive() }).optional(),
});

/** The maximum number of tokens that a verifier caches. */
const MAX_CACHED_TOKENS = 5000;

/**
 * Creates the verifier of internal tokens for one audience. It needs only the public keys of the
 * issuers.
 */
export function createTokenVerifier(
  audience: string,
  publicKeys: PublicKeys,
  { grants = issuerGrants, onOutOfTime = () => {} }: VerifierOptions = {},
): TokenVerifier {
  const cache = new LRUCache<string, { caller: VerifiedCaller; kid: string; until: number }>({
    max: MAX_CACHED_TOKENS,
  });

  const verify = async (token: string): Promise<VerifiedCaller | undefined> => {
    const { kid } = decodeProtectedHeader(token);
    const issuerKey = kid === undefined ? undefined : await publicKeys(kid);
    if (!kid || !issuerKey) return undefined;
    const { issuer, key } = issuerKey;
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      audience,
      issuer,
      requiredClaims: ['iat', 'exp'],
      // Pass the time of signing as the current time, so that jose does not check the age. The code
      // below checks the age, with its own tolerance and error.
      currentDate: new Date(Number(decodeJwt(token).iat) * 1000),
    });
    const { iat, exp, scope, user_id, credential_id, app } = claims.parse(payload);
    if (exp - iat !== TOKEN_LIFETIME_SECONDS) return undefined;
    const now = Date.now() / 1000;
    const until = exp + CLOCK_TOLERANCE_SECONDS;
    if (now < iat - CLOCK_TOLERANCE_SECONDS || now > until) throw new TokenOutOfTime(issuer, Math.round(now - iat));
    const apis = grants(issuer, audience);
    const ofApp = app && { app: { key: app.key, ownerId: app.owner_user_id } };
    const caller = { issuer, scope, accountId: user_id, credentialId: credential_id, ...ofApp, apis };
    cache.set(token, { caller, kid, until: until * 1000 });
    return caller;
  };

  return async (token) => {
    const cached = cache.get(token);
    // Look up the key even if the token is cached, because tokens of a removed key must become
    // invalid.
    if (cached && cached.until > Date.now() && (await publicKeys(cached.kid))) return cached.caller;
    cache.delete(token);
    try {
      return await verify(token);
    } catch (error) {
      if (!(error instanceof TokenOutOfTime)) return undefined;
      onOutOfTime(error);
      throw error;
    }
  };
}
