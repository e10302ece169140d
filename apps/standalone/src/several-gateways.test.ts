import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createDemoAccount } from '@keyhaven/demo-data/loading/create-demo-account';
import { bundleForTest } from '@keyhaven/embedded-mongo/bundle-for-test';
import { type RunningGateway, startGateway } from '@keyhaven/gateway/gateway';
import { gatewayLimits } from '@keyhaven/gateway/settings';
import { createLogger } from '@keyhaven/service/observability/logger';
import { until } from '@keyhaven/testing/until';
import { loadIssuers } from './issuer-keys';
import { type Platform, startPlatform } from './platform';

const LIMIT = 40;
const logger = createLogger('gateways', 'silent');

describe('several gateways', () => {
  let folder: string;
  let platform: Platform;
  let gateways: RunningGateway[];
  let token: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-gateways-'));
    const bundle = await bundleForTest('worker');
    const workerFile = path.join(bundle.folder, 'worker.js');
    platform = await startPlatform({ folder, host: '127.0.0.1', port: 0, logger, workerFile });
    const serviceToken = (audience: string) => platform.sign({ audience, scope: 'service' });
    token = (await createDemoAccount({ urls: platform.services, serviceToken })).accessToken;
    const { signers } = await loadIssuers(folder, ['gateway']);
    const start = () =>
      startGateway({
        host: '127.0.0.1',
        port: 0,
        logger,
        urls: platform.services,
        sign: signers.gateway,
        limits: gatewayLimits.parse({
          RATE_LIMIT_PER_MINUTE: String(LIMIT),
          FAILED_CREDENTIALS_PER_MINUTE: '4',
          FAILED_CREDENTIALS_PACE_MS: '0',
        }),
        deadlineMs: 30_000,
        shutdownMs: 2000,
        processMetrics: false,
      });
    gateways = await Promise.all([start(), start(), start()]);
  }, 120_000);
  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop();
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (gateway: RunningGateway, credentials: string) =>
    fetch(`${gateway.url}/v2/users/me`, { headers: { authorization: `Bearer ${credentials}` } });

  it('share the count of the requests of an account', async () => {
    const [one, two, three] = gateways as [RunningGateway, RunningGateway, RunningGateway];
    for (let sent = 0; sent < 10; sent++) expect((await get(one, token)).status).toBe(200);
    let sentToTwo = 0;
    // A gateway reports its counts to identity, and identity responds with the counts of the other gateways.
    await until(async () => {
      const { status, headers } = await get(two, token);
      sentToTwo++;
      return status === 429 || Number(headers.get('ratelimit-remaining')) === LIMIT - 10 - sentToTwo;
    });
    // When the account has reached the limit at one gateway, the others refuse its requests too.
    await until(async () => (await get(one, token)).status === 429);
    let sentToThree = 0;
    await until(async () => {
      sentToThree++;
      return (await get(three, token)).status === 429;
    });
    expect(sentToThree).toBeLessThanOrEqual(LIMIT);
  });

  it('share the count of invalid credentials from an address', async () => {
    const [one, two] = gateways as [RunningGateway, RunningGateway];
    let guesses = 0;
    await until(async () => (await get(one, `at_guess-${++guesses}`)).status === 429);
    // The second gateway's own limit is four guesses. When it reports its count, it receives the count of the first
    // gateway, so it refuses earlier.
    const statuses: number[] = [];
    while (statuses.length < 4 && !statuses.includes(429)) {
      statuses.push((await get(two, `at_other-guess-${statuses.length}`)).status);
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
