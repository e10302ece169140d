import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type DataServiceName,
  type ServiceName,
  serviceNames,
  urlSetting,
} from '@keyhaven/contracts/platform/services';
import { createDemoAccount } from '@keyhaven/demo-data/loading/create-demo-account';
import { type Program, startProgram } from '@keyhaven/testing/program';
import { until } from '@keyhaven/testing/until';
import { z } from 'zod';
import { loadIssuers } from '../../issuer-keys';
import type { Door } from './door';

const root = path.resolve(__dirname, '../../../../..');
/** The number of guests in the large list, and the length of each guest's notes. */
const GUESTS = 100;
const NOTES = 20_000;
/**
 * Shorter timeouts than usual, so that the tests take less time. They must be long enough for a slow machine, on which
 * ordinary clients must be served too. The deadline must be shorter than UPSTREAM_TIMEOUT_MS.
 */
const limits = { UPSTREAM_TIMEOUT_MS: '16000', REQUEST_DEADLINE_MS: '15000', RATE_LIMIT_PER_MINUTE: '10000000' };
const common = { ...limits, PORT: '0', OPERATIONS_PORT: '0', LOG_LEVEL: 'info' };

const created = z.object({ id: z.number() });
const listening = z.object({ service: z.string(), url: z.string() });
const issuerKeys = z.record(z.string(), z.object({ privateKey: z.unknown() }));

/** The processes that the tests abuse. Both gateways lead to the same services and data. */
export interface Doors {
  /** A gateway in a process of its own, in front of the services of `platform`. */
  gateway: Door;
  /** The platform in one process, with its own gateway. */
  platform: Door;
  /** The booking service of `platform`, with a token like those that the gateway sends. */
  booking: () => Promise<Door>;
  stop: () => Promise<void>;
}

export async function startDoors(): Promise<Doors> {
  const programs: Program[] = [];
  const stop = async () => {
    for (const program of programs.splice(0).reverse()) await program.stop();
  };
  return open(programs, stop).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
}

async function open(programs: Program[], stop: () => Promise<void>): Promise<Doors> {
  execFileSync(process.execPath, ['tools/build/bundle.mjs', 'standalone', 'gateway'], { cwd: root });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-abuse-'));
  const start = async (app: string, settings: Record<string, string>, ready: RegExp) => {
    const program = await startProgram(path.join(root, `dist/apps/${app}/main.js`), { ...common, ...settings }, ready);
    programs.push(program);
    return program;
  };
  const platform = await start(
    'standalone',
    { KEYHAVEN_DATA: folder, KEYHAVEN_DEMO: 'off', LOG_FILE: '-' },
    /Keyhaven is ready at (http:\/\/[^,]+),/,
  );
  // The platform may print that it is ready before its log contains the URLs.
  const urls = await until(() => addressesIn(platform.output()));
  const keys = issuerKeys.parse(JSON.parse(await readFile(path.join(folder, 'keys.json'), 'utf8')));
  const keyFile = path.join(folder, 'gateway.json');
  await writeFile(keyFile, JSON.stringify(keys.gateway!.privateKey));
  const ofServices = serviceNames
    .filter((name) => name !== 'gateway')
    .map((name): [string, string] => [urlSetting(name), urls[name]]);
  const gateway = await start(
    'gateway',
    { ...Object.fromEntries(ofServices), INTERNAL_SIGNING_KEY_FILE: keyFile },
    /"operations":"http:[^]*?"url":"(http:\/\/[^"]+)"/,
  );

  const { signers } = await loadIssuers(folder, ['operator', 'gateway']);
  const serviceToken = (audience: string) => signers.operator({ audience, scope: 'service' });
  const account = await createDemoAccount({ urls, serviceToken });
  const operate = async (service: DataServiceName, method: string, target: string, body: object) => {
    const url = `${urls[service]}/operator/accounts/${account.userId}${target}`;
    return postUntilDone(url, `Bearer ${await serviceToken(service)}`, body, method);
  };
  const rooms = { bedrooms: 2, max_guests: 4, currency_code: 'USD', time_zone: 'Europe/Rome' };
  const propertyId = await operate('booking', 'POST', '/properties', { name: 'Casa Aurora', ...rooms });
  await operate('pricing', 'PATCH', `/properties/${propertyId}/pricing`, { default_rate: { amount: 100 } });
  const authorization = `Bearer ${account.accessToken}`;
  const url = platform.ready[1]!;
  const notes = 'n'.repeat(NOTES);
  const guests = Array.from({ length: GUESTS }, (_, at) =>
    postUntilDone(`${url}/v2/guests`, authorization, { first_name: `Guest ${at}`, notes }),
  );
  const [guestId] = await Promise.all(guests);
  const records = { authorization, propertyId, guestId: guestId! };
  return {
    gateway: { ...records, url: gateway.ready[1]!, pid: gateway.child.pid!, output: () => gateway.output() },
    platform: { ...records, url, pid: platform.child.pid!, output: () => platform.output() },
    booking: async () => {
      const token = await signers.gateway({ audience: 'booking', scope: 'full', accountId: account.userId });
      return {
        ...records,
        authorization: `Bearer ${token}`,
        url: urls.booking,
        pid: platform.child.pid!,
        output: () => platform.output(),
      };
    },
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Finds the URLs of the services in the log of the platform. Returns undefined if one is missing. */
function addressesIn(log: string): Record<ServiceName, string> | undefined {
  const lines = [...log.matchAll(/^\{.*"msg":"listening".*\}$/gm)].map(([line]) => listening.parse(JSON.parse(line)));
  const urls = Object.fromEntries(lines.map(({ service, url }) => [service, url]));
  const isComplete = serviceNames.every((name) => name in urls);
  return isComplete ? (urls as Record<ServiceName, string>) : undefined;
}

/**
 * Repeats a request until its service knows the records that the request refers to.
 * @returns the id in the response.
 */
async function postUntilDone(url: string, authorization: string, body: object, method = 'POST'): Promise<number> {
  const headers = { authorization, 'content-type': 'application/json' };
  return until(async () => {
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status === 503) return undefined;
    if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
    return created.partial().parse(JSON.parse(text)).id ?? 1;
  });
}
