import { CLIENT_ADDRESS_HEADER } from '@keyhaven/contracts/shared/headers';
import { createLogger } from '@keyhaven/service/observability/logger';
import { makeTestKeys } from '@keyhaven/testing/test-keys';
import { startPortal } from '../portal';
import type { PortalServices } from '../services/portal-services';
import { Browser } from './browser';
import { stubIdentity } from './stub-identity';

export interface PortalUnderTest {
  url: string;
  /** Returns a browser without cookies. Its requests contain the token of the gateway. */
  browser(): Browser;
  stop(): Promise<void>;
}

const never = (): never => {
  throw new Error('the test gives no answer of this service');
};

/** Starts the portal with stubs of the services. */
export async function startPortalUnderTest(
  services: Omit<Partial<PortalServices>, 'identity'> & { identity: Partial<PortalServices['identity']> },
  { publicUrl = 'http://127.0.0.1:8080' } = {},
): Promise<PortalUnderTest> {
  const keys = await makeTestKeys('gateway');
  const portal = await startPortal({
    host: '127.0.0.1',
    port: 0,
    logger: createLogger('portal', process.env.LOG_LEVEL ?? 'silent'),
    services: {
      webhook: new Proxy({} as PortalServices['webhook'], { get: () => never }),
      webhookOperator: new Proxy({} as PortalServices['webhookOperator'], { get: () => never }),
      api: never,
      send: never,
      close: () => Promise.resolve(),
      ...services,
      identity: stubIdentity(services.identity),
    },
    publicKeys: keys.publicKeys,
    settings: { PUBLIC_URL: publicUrl, PORTAL_SECRET: 'a secret of the tests with 32 letters' },
    shutdownMs: 2000,
    processMetrics: false,
  });
  const headers = async () => ({
    authorization: `Bearer ${await keys.sign({ audience: 'portal', scope: 'open' })}`,
    [CLIENT_ADDRESS_HEADER]: '192.0.2.1',
  });
  return { url: portal.url, browser: () => new Browser(portal.url, headers), stop: () => portal.stop() };
}
