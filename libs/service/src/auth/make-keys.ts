import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import { ALGORITHM } from './caller';
import type { IssuerJwk } from './public-keys';

/** Creates a key pair for an issuer of internal tokens. */
export async function makeIssuerKeys(issuer: string): Promise<{ privateKey: JWK; publicKey: IssuerJwk }> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = `${issuer}-${randomUUID().slice(0, 8)}`;
  const privateKey = { ...(await exportJWK(pair.privateKey)), kid, alg: ALGORITHM };
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, issuer };
  return { privateKey, publicKey };
}
