import type { RequestListener } from 'node:http';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { CONSENT_PATH, HELP_PATH, PORTAL_PATH } from '@keyhaven/contracts/portal/public-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { authenticate } from '@keyhaven/service/auth/authenticate';
import type { PublicKeys } from '@keyhaven/service/auth/public-keys';
import { createTokenVerifier } from '@keyhaven/service/auth/token-verifier';
import { createApp } from '@keyhaven/service/http/app';
import { serve } from '@keyhaven/service/http/serve';
import type { Logger } from '@keyhaven/service/observability/logger';
import { createMetrics } from '@keyhaven/service/observability/metrics';
import type { OperatedPart } from '@keyhaven/service/operations/operated-part';
import cookieParser from 'cookie-parser';
import { pageAreas } from './page-areas';
import { mountAssets } from './http/assets';
import { checkOrigin } from './http/check-origin';
import { cookiesOf } from './http/cookies';
import { createCsrf } from './http/csrf';
import { errorPages } from './http/error-pages';
import { TRY_PATH } from './help/api-document';
import { mountHelp } from './help/mount-help';
import { createSecretPacker } from './http/secret-cookie';
import { mountPages } from './http/mount-pages';
import type { PortalServices } from './services/portal-services';
import type { PageSettings } from './settings';

/** The dependencies of the portal. */
export interface PortalDependencies {
  host: string;
  port: number;
  logger: Logger;
  services: PortalServices;
  /**
   * Verifies the tokens of the gateway. Only the gateway may request pages, because the portal trusts the client
   * address in a request.
   */
  publicKeys: PublicKeys;
  settings: PageSettings;
  shutdownMs: number;
  /** Whether /metrics includes the metrics of the process. True for exactly one service in each process. */
  processMetrics: boolean;
}

export interface RunningPortal {
  name: 'portal';
  url: string;
  /**
   * Handles a request from the same process in the same way as a request that arrives at the port.
   */
  handle: RequestListener;
  operated: OperatedPart;
  stop(): Promise<void>;
}

/**
 * The paths of forms with long texts. The hidden field of the sign-in form contains the URL of the page that is shown
 * after the sign-in, which may be a long authorization request of an app.
 */
const largeFormPaths = [TRY_PATH, `${PORTAL_PATH}/apps`, `${PORTAL_PATH}/sign-in`];

/**
 * Starts the portal, which serves the pages of the platform. The portal itself stores no data: it reads and writes the
 * data of the other services.
 */
export async function startPortal(dependencies: PortalDependencies): Promise<RunningPortal> {
  const { logger, services, publicKeys, settings, shutdownMs } = dependencies;
  const { PUBLIC_URL: publicUrl, PORTAL_SECRET: secret } = settings;
  const metrics = createMetrics('portal', dependencies.processMetrics);
  const verify = createTokenVerifier('portal', publicKeys);
  const cookies = cookiesOf(publicUrl);
  const csrf = createCsrf(secret, cookies);
  const secrets = createSecretPacker(secret);

  let isStopping = false;
  const app = createApp({
    logger,
    metrics,
    maxBodyBytes: maxBodyBytes.portal,
    formPaths: [PORTAL_PATH, CONSENT_PATH, HELP_PATH],
    largeFormPaths,
    routes: (express) => {
      express.use(authenticate('public', verify, { isOpen: true }));
      mountAssets(express);
      mountHelp(express, publicUrl);
      express.use(cookieParser(), checkOrigin(publicUrl), csrf.protect);
      mountPages(express, { services, cookies, csrf, secrets, publicUrl }, pageAreas(services));
      express.use((request) => {
        throw new ApiError('not_found', `there is no ${request.method} ${request.path.slice(0, 200)}`);
      });
      express.use(errorPages(logger));
    },
  });
  const server = await serve(app, dependencies.host, dependencies.port);
  logger.info({ url: server.url }, 'listening');
  return {
    name: 'portal',
    url: server.url,
    handle: app,
    operated: {
      name: 'portal',
      readiness: () => Promise.resolve({ faults: isStopping ? ['the portal is shutting down'] : [], warnings: [] }),
      registry: metrics.registry,
    },
    stop: async () => {
      isStopping = true;
      await server.close(shutdownMs);
      await services.close();
    },
  };
}
