import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { createDemoAccount, type DemoAccount } from '@keyhaven/demo-data/loading/create-demo-account';
import { loadDemoData } from '@keyhaven/demo-data/loading/load-demo-data';
import { demoTarget } from '@keyhaven/demo-data/first-start/prepare-demo';
import { bundleForTest } from '@keyhaven/embedded-mongo/bundle-for-test';
import { createLogger } from '@keyhaven/service/observability/logger';
import { loadIssuers } from '@keyhaven/standalone/issuer-keys';
import { startPlatform } from '@keyhaven/standalone/platform';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { planSmallDemo } from './small-demo';

/** The address of the platform in its responses. A platform started with `npm start` has the same address. */
export const SHOWN_URL = 'http://127.0.0.1:8080';
/**
 * The address that the examples show for the integration's server. The real address of that server is the `receiver` of
 * the demo platform.
 */
export const SHOWN_RECEIVER = 'https://app.example.com';

/** The smallest PNG image: one transparent pixel. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * A platform in this process with a part of the demo data, and a server that receives the
 * platform's webhooks and serves images, as an integration's server would.
 */
export interface DemoPlatform {
  url: string;
  account: DemoAccount;
  /** The address of a server that accepts every webhook, and responds to each GET with an image. */
  receiver: string;
  /** Sends an operator request about the demo account. @returns the body of the response. */
  operate: (service: DataServiceName, target: string, body: object) => Promise<unknown>;
  /**
   * Sends a request to identity's internal API, signed as the portal.
   * @returns the body of the response.
   */
  callAsPortal: (target: string, body: object) => Promise<unknown>;
  stop: () => Promise<void>;
}

export async function startDemoPlatform(): Promise<DemoPlatform> {
  Object.assign(process.env, {
    PUBLIC_URL: SHOWN_URL,
    WEBHOOK_ALLOW: '127.0.0.1/32',
    ATTACHMENT_ALLOW: '127.0.0.1/32',
  });
  const bundle = await bundleForTest('worker');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-examples-'));
  const platform = await startPlatform({
    folder,
    host: '127.0.0.1',
    port: 0,
    logger: createLogger('examples', process.env.LOG_LEVEL ?? 'silent'),
    workerFile: path.join(bundle.folder, 'worker.js'),
  });
  const target = demoTarget(platform.services, platform.sign);
  const account = await createDemoAccount(target);
  await loadDemoData(planSmallDemo(localTimeAt(new Date(), 'UTC').date), target, account.userId, () => {});
  const receiver = await startReceiver();
  const { signers } = await loadIssuers(folder, ['portal']);
  const post = async (url: string, token: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${url} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    url: platform.url,
    account,
    receiver: receiver.url,
    operate: async (service, at, body) => {
      const url = `${platform.services[service]}/operator/accounts/${account.userId}${at}`;
      return post(url, await target.serviceToken(service), body);
    },
    callAsPortal: async (at, body) =>
      post(platform.services.identity + at, await signers.portal({ audience: 'identity', scope: 'service' }), body),
    stop: async () => {
      receiver.close();
      await platform.stop();
      await Promise.all([bundle.remove(), rm(folder, { recursive: true, force: true })]);
    },
  };
}

async function startReceiver(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') response.setHeader('content-type', 'image/png').end(IMAGE);
    else response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
