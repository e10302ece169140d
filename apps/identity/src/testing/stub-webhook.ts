import { json } from 'node:stream/consumers';
import type { AuthorizationRevocation } from '@keyhaven/contracts/webhook/internal-contract';
import { startLoopbackServer } from '@keyhaven/testing/crash/loopback-server';

/** A stub of the webhook service's internal interface. */
export interface StubWebhook {
  url: string;
  /** The revocations that it received, in order. */
  revocations: AuthorizationRevocation[];
  /** While true it answers 503. */
  isAway: boolean;
  stop(): Promise<void>;
}

export async function startStubWebhook(): Promise<StubWebhook> {
  const stub = { revocations: [] as AuthorizationRevocation[], isAway: false };
  const server = await startLoopbackServer((request, response) => {
    void json(request).then((body) => {
      if (stub.isAway) return response.writeHead(503).end('{}');
      stub.revocations.push(body as AuthorizationRevocation);
      return response.end(JSON.stringify({ outcome: 'stopped' }));
    });
  });
  return Object.assign(stub, { url: server.url, stop: server.close });
}
