import type { RequestListener } from 'node:http';
import { PAYMENT_FORMS_PATH } from '@keyhaven/contracts/booking/payment-form';
import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { createApp } from '@keyhaven/service/http/app';
import { answerClientError, serve } from '@keyhaven/service/http/serve';
import type { Logger } from '@keyhaven/service/logger';
import { createMetrics } from '@keyhaven/service/metrics';
import type { OperatedPart } from '@keyhaven/service/operations/operated-part';
import { type PeerClient, peerClient } from '@keyhaven/service/peers/peer-client';
import { PeerConnection } from '@keyhaven/service/peers/peer-connection';
import { FailedAttempts } from './credentials/failed-attempts';
import { type AskIdentity, Introspections } from './credentials/introspections';
import { front } from './http/front';
import { identityReachable } from './http/identity-reachable';
import { routeRequests } from './http/route-requests';
import { limitRequests } from './limits/limit-requests';
import { createProxy } from './proxy/create-proxy';
import { createHandover } from './proxy/hand-over';
import type { Upstream } from './proxy/upstream';
import { mountRootDocument } from './routes/root-document';
import { compileRoutes } from './routing/route-table';
import type { GatewayLimits } from './settings';
import { takeTestMethod } from './test-method/take-test-method';
import { pathAliases, type UpstreamName, upstreams, type UpstreamUrls } from './upstreams';

/** The dependencies of the gateway. */
export interface GatewayDependencies {
  host: string;
  port: number;
  logger: Logger;
  /** The addresses of the services. */
  urls: UpstreamUrls;
  /** The services of this process: requests to them need no connection. */
  handlers?: Partial<Record<UpstreamName, RequestListener>>;
  /** Signs tokens as the issuer `gateway`. */
  sign: TokenSigner;
  limits: GatewayLimits;
  deadlineMs: number;
  shutdownMs: number;
  /** Whether /metrics includes those of the process; true for one part of each process. */
  processMetrics: boolean;
  /** The clock for cached credentials, in milliseconds since the epoch. */
  now?: () => number;
}

export interface RunningGateway {
  name: 'gateway';
  url: string;
  port: number;
  /** For the operations port of its process. */
  operated: OperatedPart;
  /** Resolves when requests are finished and connections are closed. */
  stop(): Promise<void>;
}

/** Starts the gateway, the only entry point for integrations. It forwards only the routes of the public contracts. */
export async function startGateway(dependencies: GatewayDependencies): Promise<RunningGateway> {
  const { logger, urls, handlers = {}, sign, limits, now = Date.now } = dependencies;
  const services = Object.fromEntries(
    dataServiceNames.map((name) => {
      const handle = handlers[name];
      const silenceMs = limits.UPSTREAM_TIMEOUT_MS;
      return [name, handle ? createHandover(handle, silenceMs) : createProxy(urls[name], silenceMs, logger)];
    }),
  ) as Record<UpstreamName, Upstream>;
  const identity = new PeerConnection({ service: 'identity', url: () => urls.identity, sign });
  const route = routeRequests({
    routes: compileRoutes<UpstreamName>(upstreams, pathAliases),
    services,
    introspections: new Introspections(askIdentity(peerClient(identityInternalContract, identity), logger), now),
    failures: new FailedAttempts(limits.FAILED_CREDENTIALS_PER_MINUTE, limits.FAILED_CREDENTIALS_PACE_MS, now),
    limit: limitRequests(limits.RATE_LIMIT_PER_MINUTE),
    sign,
    deadlineMs: dependencies.deadlineMs,
  });

  let isStopping = false;
  const metrics = createMetrics('gateway', dependencies.processMetrics);
  const readiness = async () => ({
    faults: isStopping ? ['the gateway is shutting down'] : await identityReachable(urls.identity),
    warnings: [],
  });
  const app = createApp({
    logger,
    metrics,
    formPaths: [PAYMENT_FORMS_PATH],
    routes: (express) => {
      express.set('trust proxy', limits.TRUSTED_PROXIES);
      express.use(front(limits.CORS_ORIGINS));
      mountRootDocument(express);
      express.use(route);
    },
  });
  const server = await serve(app, dependencies.host, dependencies.port);
  takeTestMethod(server.server, answerClientError);
  logger.info({ url: server.url }, 'listening');
  return {
    name: 'gateway',
    url: server.url,
    port: server.port,
    operated: { name: 'gateway', readiness, registry: metrics.registry },
    stop: async () => {
      isStopping = true;
      await server.close(dependencies.shutdownMs);
      for (const service of Object.values(services)) service.close();
      await identity.close();
    },
  };
}

/** Asks the identity service. The reason of a failure is logged; the client only learns that the call failed. */
function askIdentity(identity: PeerClient<typeof identityInternalContract>, logger: Logger): AskIdentity {
  return async (credentials, requestId) => {
    try {
      return await identity.introspect({ body: credentials }, { requestId });
    } catch (error) {
      const { cause } = error as Error;
      logger.warn({ err: cause ?? error, request_id: requestId }, 'the identity service is not available');
      throw error;
    }
  };
}
