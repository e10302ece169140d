import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { bundleForTest } from '@keyhaven/embedded-mongo/bundle-for-test';
import { createLogger } from '@keyhaven/service/observability/logger';
import { until } from '@keyhaven/testing/until';
import { startPlatform } from '../platform';

/** A name with 72 characters and no space. It must not make any page wider than the window. */
export const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtenhaus';

export interface PlatformForPages {
  url: string;
  userId: number;
  /** The URL of the first user's one-time link. */
  firstLink: string;
  /**
   * Calls a service as the operator. An array is sent as the lines of an import.
   * @returns the body of the response.
   */
  operate: (service: DataServiceName, target: string, body: object, method?: string) => Promise<any>;
  stop(): Promise<void>;
}

/** Starts a platform in this process. Its account has no records, and one person who has no password yet. */
export async function startPlatformForPages(): Promise<PlatformForPages> {
  process.env.WEBHOOK_ALLOW = '127.0.0.1/32';
  const bundle = await bundleForTest('worker');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-pages-'));
  const platform = await startPlatform({
    folder,
    host: '127.0.0.1',
    port: 0,
    logger: createLogger('pages', process.env.LOG_LEVEL ?? 'silent'),
    workerFile: path.join(bundle.folder, 'worker.js'),
  });
  const operate = async (service: DataServiceName, target: string, body: object, method = 'POST') => {
    const authorization = `Bearer ${await platform.sign({ audience: service, scope: 'service' })}`;
    const [type, sent] = Array.isArray(body)
      ? ['application/x-ndjson', body.map((line) => JSON.stringify(line)).join('\n')]
      : ['application/json', JSON.stringify(body)];
    // A 503 means that the service has not yet received a record that the body refers to.
    const answer = await until(async () => {
      const response = await fetch(`${platform.services[service]}/operator${target}`, {
        method,
        headers: { authorization, 'content-type': type },
        body: sent,
      });
      return response.status === 503 ? undefined : response;
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${target} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const account = { company_name: `${longName} & Söhne`, time_zone: 'Europe/Rome', currency_code: 'EUR' };
  const { id: userId } = await operate('identity', '/accounts', account);
  const ada = { email_address: 'ada@example.com', first_name: 'Ada', last_name: 'Rossi' };
  const { id } = await operate('identity', `/accounts/${userId}/users`, ada);
  const { url: firstLink } = await operate('identity', `/accounts/${userId}/users/${id}/links`, {});
  return {
    url: platform.url,
    userId,
    firstLink,
    operate,
    stop: async () => {
      await platform.stop();
      await Promise.all([bundle.remove(), rm(folder, { recursive: true, force: true })]);
    },
  };
}
