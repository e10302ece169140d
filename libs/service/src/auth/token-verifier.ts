import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ALGORITHM, type ApiKind, type Caller, CLOCK_TOLERANCE_SECONDS, TOKEN_LIFETIME_SECONDS } from './caller';
import { type IssuerGrants, issuerGrants } from './issuer-grants';
import type { PublicKeys } from './public-keys';
import { TokenOutOfTime } from './token-out-of-time';

/** The caller that a token names, and the interfaces that its issuer may call here. */
export interface VerifiedCaller extends Caller {
  apis: ReadonlySet<ApiKind>;
}

/**
 * Returns the caller that a token names; undefined if the token is not valid for this service.
 * @throws TokenOutOfTime for a token that is valid except for its age.
 */
export type TokenVerifier = (token: string) => Promise<VerifiedCaller | undefined>;

interface VerifierOptions {
  /** Which issuer may call which interface; defaults to the platform's table. */
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
});

/** The most tokens that a verifier caches. */
const REMEMBERED = 5000;

/** Verifies internal tokens for one audience, using only the issuers' public keys. */
export function createTokenVerifier(
  audience: string,
  publicKeys: PublicKeys,
  { grants = issuerGrants, onOutOfTime = () => {} }: VerifierOptions = {},
): TokenVerifier {
  const remembered = new LRUCache<string, { caller: VerifiedCaller; kid: string; until: number }>({ max: REMEMBERED });

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
      // Everything except the age is verified for the time of signing; the age is checked below.
      currentDate: new Date(Number(decodeJwt(token).iat) * 1000),
    });
    const { iat, exp, scope, user_id, credential_id } = claims.parse(payload);
    if (exp - iat !== TOKEN_LIFETIME_SECONDS) return undefined;
    const now = Date.now() / 1000;
    const until = exp + CLOCK_TOLERANCE_SECONDS;
    if (now < iat - CLOCK_TOLERANCE_SECONDS || now > until) throw new TokenOutOfTime(issuer, Math.round(now - iat));
    const apis = grants(issuer, audience);
    const caller = { issuer, scope, accountId: user_id, credentialId: credential_id, apis };
    remembered.set(token, { caller, kid, until: until * 1000 });
    return caller;
  };

  return async (token) => {
    const known = remembered.get(token);
    // When a key is removed, tokens that it signed become invalid.
    if (known && known.until > Date.now() && (await publicKeys(known.kid))) return known.caller;
    remembered.delete(token);
    try {
      return await verify(token);
    } catch (error) {
      if (!(error instanceof TokenOutOfTime)) return undefined;
      onOutOfTime(error);
      throw error;
    }
  };
}
