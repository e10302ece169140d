import type { Introspection, PresentedCredentials } from '@keyhaven/contracts/identity/internal-contract';
import { requestBatch, type RequestChunk } from '@keyhaven/contracts/identity/request-log';
import type { PublicKeys } from '@keyhaven/service/auth/public-keys';
import { createTokenVerifier } from '@keyhaven/service/auth/token-verifier';
import { readBody, startStubServer, type StubServer } from './stub-server';

/** A stub of the identity service. The test sets its tokens. */
export interface StubIdentity extends StubServer {
  /** The introspection of each token. `emailAddress` is set for personal tokens. */
  tokens: Map<string, { emailAddress?: string; answer: Introspection }>;
  /** All introspection requests, in order. */
  asked: PresentedCredentials[];
  /** The requests to the stub's public routes, in order. */
  forwarded: { url: string; headers: Record<string, string>; body: string }[];
  isDown: boolean;
  /** The chunks of the request log that the stub accepted, in order. */
  logged: RequestChunk[];
}

/** Starts a stub that responds like the identity service. It accepts only the gateway's service tokens. */
export async function startStubIdentity(publicKeys: PublicKeys): Promise<StubIdentity> {
  const verify = createTokenVerifier('identity', publicKeys);
  const server = await startStubServer(async (request, response) => {
    if (stub.isDown) return void request.socket.destroy();
    if (request.url === '/healthz') return void response.end('{}');
    if (/^\/(oauth|\.well-known)\//.test(request.url ?? '')) {
      const headers = request.headers as Record<string, string>;
      stub.forwarded.push({ url: request.url!, headers, body: await readBody(request) });
      return void response.end('{}');
    }
    // The token may have expired if the test changes the clock while the request is being sent.
    const caller = await verify((request.headers.authorization ?? '').slice('Bearer '.length)).catch(() => undefined);
    if (caller?.scope !== 'service' || caller.issuer !== 'gateway') {
      response.statusCode = 401;
      return void response.end();
    }
    if (request.url === '/internal/request_log') {
      const { chunks } = requestBatch.parse(JSON.parse(await readBody(request)));
      stub.logged.push(...chunks);
      return void response.end(JSON.stringify({ stored: chunks.length }));
    }
    if (request.url !== '/internal/introspect') {
      response.statusCode = 404;
      return void response.end();
    }
    const credentials = JSON.parse(await readBody(request)) as PresentedCredentials;
    stub.asked.push(credentials);
    const known = stub.tokens.get(credentials.token);
    const answer = known && known.emailAddress === credentials.email_address ? known.answer : { active: false };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  const stub: StubIdentity = { ...server, tokens: new Map(), asked: [], isDown: false, logged: [], forwarded: [] };
  return stub;
}
