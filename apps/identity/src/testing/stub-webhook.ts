import { json } from 'node:stream/consumers';
import type { AuthorizationRevocation } from '@keyhaven/contracts/webhook/internal-contract';
import { startLoopbackServer } from '@keyhaven/testing/crash/loopback-server';

/** Stands for the webhook service's internal face. */
export interface StubWebhook {
  url: string;
  /** The revocations that it was told of, in the order in which they came. */
  revocations: AuthorizationRevocation[];
  /** While it is away it answers 503. */
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
