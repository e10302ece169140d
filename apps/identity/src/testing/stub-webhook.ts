import { json } from 'node:stream/consumers';
import type { AuthorizationBegin, AuthorizationRevocation } from '@keyhaven/contracts/webhook/internal-contract';
import { startLoopbackServer } from '@keyhaven/testing/loopback-server';

/** A stub of the internal interface of the webhook service. */
export interface StubWebhook {
  url: string;
  /** The revocations that the stub received, in order. */
  revocations: AuthorizationRevocation[];
  /** The calls of the identity service after an app was authorized again. Each call lets an app subscribe again. */
  beginnings: AuthorizationBegin[];
  /** While true, the stub answers 503. */
  isAway: boolean;
  stop(): Promise<void>;
}

export async function startStubWebhook(): Promise<StubWebhook> {
  const stub = {
    revocations: [] as AuthorizationRevocation[],
    beginnings: [] as AuthorizationBegin[],
    isAway: false,
  };
  const server = await startLoopbackServer((request, response) => {
    void json(request).then((body) => {
      if (stub.isAway) return response.writeHead(503).end('{}');
      if (request.url === '/internal/authorizations') {
        stub.beginnings.push(body as AuthorizationBegin);
        return response.end(JSON.stringify({ outcome: 'begun' }));
      }
      stub.revocations.push(body as AuthorizationRevocation);
      return response.end(JSON.stringify({ outcome: 'stopped' }));
    });
  });
  return Object.assign(stub, { url: server.url, stop: server.close });
}
