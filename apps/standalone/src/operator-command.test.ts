import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundleForTest } from '@keyhaven/embedded-mongo/bundle-for-test';
import { createLogger } from '@keyhaven/service/observability/logger';
import { bundleProgram } from '@keyhaven/testing/program';
import { type Ended, runProcess } from '@keyhaven/testing/run-process';
import { until } from '@keyhaven/testing/until';
import { type Platform, startPlatform } from './platform';

/** Runs the program `operator` in a process of its own. The platform that it calls runs in the test's process. */

let folder: string;
let program: string;
let platform: Platform;
beforeAll(async () => {
  const [bundle, bundled, made] = await Promise.all([
    bundleForTest('worker'),
    bundleProgram('tools/keys/call-operator.ts'),
    mkdtemp(path.join(os.tmpdir(), 'keyhaven-operator-')),
  ]);
  [program, folder] = [bundled, made];
  const logger = createLogger('operator-command', 'silent');
  const workerFile = path.join(bundle.folder, 'worker.js');
  platform = await startPlatform({ folder, host: '127.0.0.1', port: 0, logger, workerFile });
}, 120_000);
afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true });
});

const operator = (args: string[], data = folder): Promise<Ended> =>
  runProcess(process.execPath, [program, ...args], { environment: { KEYHAVEN_DATA: data } });

describe('the program operator, for a platform in one process', () => {
  const account = { company_name: 'Harbour Stays', time_zone: 'Europe/Rome', currency_code: 'EUR' };

  it('creates an account, its first user, and a link with which this user sets a password', async () => {
    const post = async (route: string, body?: object) => {
      const { code, stdout, stderr } = await operator([
        'POST',
        'identity',
        route,
        ...(body ? [JSON.stringify(body)] : []),
      ]);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const made = await post('/operator/accounts', account);
    expect(made).toMatchObject({ id: expect.any(Number), ...account });
    const users = `/operator/accounts/${String(made.id)}/users`;
    const user = await post(users, { email_address: 'ada@example.com', first_name: 'Ada', last_name: 'Rossi' });
    const { url } = await post(`${users}/${String(user.id)}/links`);
    expect(url).toMatch(`${platform.url}/portal/links/`);
  });

  it('starts a resync, and reads its state until it is done', async () => {
    const { code, stderr } = await operator(['POST', 'booking', '/operator/resync', '{}']);
    expect([code, stderr]).toEqual([0, '']);
    await until(async () => {
      const { stdout } = await operator(['GET', 'booking', '/operator/resync']);
      return (JSON.parse(stdout) as { state: string }).state === 'done';
    });
  });

  it('prints the error response of the service, and exits with 1', async () => {
    const { code, stdout, stderr } = await operator(['POST', 'identity', '/operator/accounts', '{}']);
    expect([code, stderr]).toEqual([1, 'POST /operator/accounts answered 400\n']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'bad_request' });
  });

  it('reads the addresses of the services from a file that only its owner can read', async () => {
    expect((await stat(path.join(folder, 'addresses.json'))).mode & 0o777).toBe(0o600);
  });

  it('names the settings KEYHAVEN_DATA and BOOKING_URL if no platform was started with the data folder', async () => {
    const { code, stderr } = await operator(['GET', 'booking', '/operator/resync'], path.join(folder, 'none'));
    expect([code, stderr]).toEqual([
      1,
      `the data folder ${path.join(folder, 'none')} has no addresses: no platform was started with it, or they could not be stored; set KEYHAVEN_DATA to the data folder of the platform, or BOOKING_URL to the address of the service\n`,
    ]);
  });

  it('prints the question "is the platform running?" if the service does not answer', async () => {
    await platform.stop();
    const { code, stderr } = await operator(['GET', 'booking', '/operator/resync']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^booking at http:\/\/127\.0\.0\.1:\d+ does not answer \(.*\); is the platform running\?\n$/,
      ),
    ]);
  });
});
