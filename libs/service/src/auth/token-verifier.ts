import { decodeProtectedHeader, jwtVerify } from 'jose';
import { z } from 'zod';
import { ALGORITHM, type Caller } from './caller';
import type { PublicKeys } from './public-keys';

/** Answers who stands behind a token; undefined when it is not good here. */
export type TokenVerifier = (token: string) => Promise<Caller | undefined>;

const claims = z.object({
  exp: z.number(),
  scope: z.enum(['full', 'read', 'service', 'open']),
  user_id: z.int().positive().optional(),
  credential_id: z.string().optional(),
});

/** The most tokens that a verifier remembers. */
const REMEMBERED = 5000;

/** Verifies internal tokens that speak to one audience, with the issuers' public keys alone. */
export function createTokenVerifier(audience: string, publicKeys: PublicKeys): TokenVerifier {
  const remembered = new Map<string, { caller: Caller; kid: string; until: number }>();

  const verify = async (token: string): Promise<Caller | undefined> => {
    const { kid } = decodeProtectedHeader(token);
    const issuerKey = kid === undefined ? undefined : await publicKeys(kid);
    if (!kid || !issuerKey) return undefined;
    const { payload } = await jwtVerify(token, issuerKey.key, {
      algorithms: [ALGORITHM],
      audience,
      issuer: issuerKey.issuer,
      requiredClaims: ['exp'],
    });
    const { exp, scope, user_id, credential_id } = claims.parse(payload);
    const caller: Caller = { issuer: issuerKey.issuer, scope, accountId: user_id, credentialId: credential_id };
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(token, { caller, kid, until: exp * 1000 });
    return caller;
  };

  return async (token) => {
    const known = remembered.get(token);
    // A key that was removed ends the tokens that it signed.
    if (known && known.until > Date.now() && (await publicKeys(known.kid))) return known.caller;
    remembered.delete(token);
    return verify(token).catch(() => undefined);
  };
}
