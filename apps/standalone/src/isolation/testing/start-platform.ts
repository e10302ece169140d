import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { bundleForTest } from '@keyhaven/embedded-mongo/bundle-for-test';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { createLogger } from '@keyhaven/service/observability/logger';
import { serveOperations } from '@keyhaven/service/operations/operations';
import { until } from '@keyhaven/testing/until';
import { loadIssuers } from '../../issuer-keys';
import { startPlatform } from '../../platform';
import { type Answer, closeConnections, send, type Sent } from './http-client';

const issuers = ['gateway', 'operator', 'portal', ...dataServiceNames] as const;
export type Issuer = (typeof issuers)[number];

/** A delivery that the webhook receiver got. */
export interface Received {
  /** The path of the request. */
  path: string;
  text: string;
}

/** A platform in this process whose log, deliveries and metrics the test can read. */
export interface Platform {
  /** The URL of the gateway. */
  url: string;
  /** The URLs of the services. */
  services: Readonly<Record<DataServiceName | 'portal', string>>;
  signers: Readonly<Record<Issuer, TokenSigner>>;
  /** The lines of the log. */
  log: string[];
  received: Received[];
  /** The URL of the webhook receiver, without a path. */
  receiver: string;
  metrics: () => Promise<string>;
  /** Returns the operator's token for a service, as the value of the Authorization header. */
  operatorToken: (service: DataServiceName) => Promise<string>;
  /** Sends an operator request. Repeats it while the service does not know a record to which the request refers. */
  operate: (service: DataServiceName, sent: Sent) => Promise<Answer>;
  /** Sends a request to the identity service, with the portal's token. */
  callAsPortal: (target: string, body: object) => Promise<Answer>;
  stop: () => Promise<void>;
}

/** Starts a platform with a rate limit that the tests never reach. */
export async function startObservedPlatform(): Promise<Platform> {
  Object.assign(process.env, { WEBHOOK_ALLOW: '127.0.0.1/32', RATE_LIMIT_PER_MINUTE: '10000000' });
  const bundle = await bundleForTest('worker');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-isolation-'));
  const log: string[] = [];
  const received: Received[] = [];
  const receiver = await startReceiver(received);
  const platform = await startPlatform({
    folder,
    host: '127.0.0.1',
    port: 0,
    logger: createLogger('isolation', 'debug', { write: (line: string) => void log.push(line) }),
    workerFile: path.join(bundle.folder, 'worker.js'),
  });
  const { signers } = await loadIssuers(folder, issuers);
  const operations = await serveOperations({ host: '127.0.0.1', port: 0 });
  operations.show(platform.operated);
  const withToken = async (service: DataServiceName, issuer: Issuer, sent: Sent) => {
    const authorization = `Bearer ${await signers[issuer]({ audience: service, scope: 'service' })}`;
    return send(platform.services[service], { ...sent, headers: { authorization, ...sent.headers } });
  };
  return {
    url: platform.url,
    services: platform.services,
    signers,
    log,
    received,
    receiver: receiver.url,
    metrics: async () => (await send(operations.url, { target: '/metrics' })).text,
    operatorToken: async (service) => `Bearer ${await signers.operator({ audience: service, scope: 'service' })}`,
    operate: (service, sent) =>
      until(async () => {
        const answer = await withToken(service, 'operator', { ...sent, target: `/operator${sent.target}` });
        return answer.status === 503 ? undefined : answer;
      }),
    callAsPortal: (target, body) => withToken('identity', 'portal', { method: 'POST', target, body }),
    stop: async () => {
      closeConnections();
      receiver.close();
      await operations.close(0);
      await platform.stop();
      await Promise.all([bundle.remove(), rm(folder, { recursive: true, force: true })]);
    },
  };
}

async function startReceiver(received: Received[]): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ path: request.url ?? '', text });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
