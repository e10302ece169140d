import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { bundleForTest } from '@keyhaven/embedded-mongo/bundle-for-test';
import { loadIssuers } from '@keyhaven/standalone/issuer-keys';
import type { Memory } from './messages';
import { PlatformProcess, STOPPED } from './platform-process';

const root = path.resolve(__dirname, '../../..');
/**
 * How many times an operator request is repeated while the service has not received a record that
 * the body of the request refers to.
 */
const ATTEMPTS = 100;
const RETRY_MS = 100;
const LOG_LINES = 3;

/** The platform to which the fuzzer sends requests. */
export interface FuzzedPlatform {
  url: string;
  databaseUri: string;
  /** Sends an operator request, and returns the body of the response. @throws Error if the response is not a 200. */
  operate: (service: DataServiceName, target: string, body: object, method?: string) => Promise<unknown>;
  /** Sends a request to identity's internal API, signed as the portal. */
  callAsPortal: (target: string, body: object) => Promise<unknown>;
  /** Collects garbage, and measures the memory that remains in use. */
  memory: () => Promise<Memory>;
  /** Returns the log lines about a request. */
  logOf: (requestId: string) => string[];
  stop: () => Promise<void>;
}

/** @param receiverHost the host of a server that the platform may call, for webhooks and attachments. */
export async function startFuzzedPlatform(receiverHost = '127.0.0.1'): Promise<FuzzedPlatform> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-fuzz-'));
  const bundle = await bundleForTest('worker');
  const allowed = `${receiverHost}/32`;
  const child = fork(path.join(__dirname, 'run-platform.ts'), {
    cwd: root,
    execArgv: ['--expose-gc', '--import', 'tsx'],
    env: {
      ...process.env,
      FUZZ_FOLDER: folder,
      FUZZ_WORKER_FILE: path.join(bundle.folder, 'worker.js'),
      WEBHOOK_ALLOW: allowed,
      ATTACHMENT_ALLOW: allowed,
      // Raise the limits of requests, because all requests come from one address and a few accounts.
      RATE_LIMIT_PER_MINUTE: '10000000',
      FAILED_CREDENTIALS_PER_MINUTE: '1000000',
      FAILED_CREDENTIALS_PACE_MS: '0',
    },
  });
  const { endWithParent } = await import('../../processes/children/end-with-parent.mjs');
  endWithParent(child);
  const platform = new PlatformProcess(child);
  const { url, services } = await platform.replyOf('ready');
  const { signers } = await loadIssuers(folder, ['operator', 'portal']);
  return {
    url,
    databaseUri: `mongodb://${encodeURIComponent(path.join(folder, 'database/database.sock'))}`,
    operate: async (service, target, body, method = 'POST') => {
      const token = await signers.operator({ audience: service, scope: 'service' });
      return call(`${services[service]}/operator${target}`, token, body, method);
    },
    callAsPortal: async (target, body) =>
      call(services.identity + target, await signers.portal({ audience: 'identity', scope: 'service' }), body, 'POST'),
    memory: async () => {
      const reply = platform.replyOf('memory');
      platform.order('memory');
      return reply;
    },
    logOf: (requestId) =>
      readFileSync(path.join(folder, 'platform.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes(requestId))
        .slice(0, LOG_LINES),
    stop: async () => {
      platform.order('stop');
      const how = await platform.ended;
      await bundle.remove();
      // If the platform ended by itself, keep its folder, so that the reason can be found.
      if (how === STOPPED) await rm(folder, { recursive: true, force: true });
      else console.error(`the platform ${how}; its data are in ${folder}`);
    },
  };
}

async function call(url: string, token: string, body: object, method: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text) as unknown;
    if (answer.status !== 503 || attempt === ATTEMPTS)
      throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
    await sleep(RETRY_MS);
  }
}
