import type { Introspection, PresentedCredentials } from '@keyhaven/contracts/identity/internal-contract';
import type { PublicKeys } from '@keyhaven/service/auth/public-keys';
import { createTokenVerifier } from '@keyhaven/service/auth/token-verifier';
import { readBody, startStubServer, type StubServer } from './stub-server';

/** An identity service with the tokens that a test sets. */
export interface StubIdentity extends StubServer {
  /** The introspection of each token; `emailAddress` for personal tokens. */
  tokens: Map<string, { emailAddress?: string; answer: Introspection }>;
  /** Every introspection request, in order. */
  asked: PresentedCredentials[];
  isDown: boolean;
}

/** Answers like the identity service, and only to service tokens for it. */
export async function startStubIdentity(publicKeys: PublicKeys): Promise<StubIdentity> {
  const verify = createTokenVerifier('identity', publicKeys);
  const server = await startStubServer(async (request, response) => {
    if (stub.isDown) return void request.socket.destroy();
    if (request.url === '/healthz') return void response.end('{}');
    const caller = await verify((request.headers.authorization ?? '').slice('Bearer '.length));
    if (request.url !== '/internal/introspect' || caller?.scope !== 'service' || caller.issuer !== 'gateway') {
      response.statusCode = 401;
      return void response.end();
    }
    const credentials = JSON.parse(await readBody(request)) as PresentedCredentials;
    stub.asked.push(credentials);
    const known = stub.tokens.get(credentials.token);
    const answer = known && known.emailAddress === credentials.email_address ? known.answer : { active: false };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  const stub: StubIdentity = { ...server, tokens: new Map(), asked: [], isDown: false };
  return stub;
}
