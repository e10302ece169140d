import type { RequestListener } from 'node:http';
import { PAYMENT_FORMS_PATH } from '@keyhaven/contracts/booking/payment-form';
import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { TOKEN_PATH } from '@keyhaven/contracts/identity/oauth-token-routes';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { CONSENT_PATH, HELP_PATH, PORTAL_PATH } from '@keyhaven/contracts/portal/public-contract';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { createApp } from '@keyhaven/service/http/app';
import { answerClientError, serve } from '@keyhaven/service/http/serve';
import type { Logger } from '@keyhaven/service/observability/logger';
import { createCounter } from '@keyhaven/service/observability/create-metric';
import { createMetrics } from '@keyhaven/service/observability/metrics';
import type { OperatedPart } from '@keyhaven/service/operations/operated-part';
import { SharedCounts } from '@keyhaven/service/limits/shared-counts';
import { type PeerClient, peerClient } from '@keyhaven/service/peers/peer-client';
import { PeerConnection } from '@keyhaven/service/peers/peer-connection';
import { FailedAttempts } from './credentials/failed-attempts';
import { type AskIdentity, Introspections } from './credentials/introspections';
import { deprecateVersion1 } from './http/deprecate-version-1';
import { front } from './http/front';
import { identityReachable } from './http/identity-reachable';
import { routeRequests } from './http/route-requests';
import { limitHeld } from './limits/limit-held';
import { limitRequests } from './limits/limit-requests';
import { createProxy } from './proxy/create-proxy';
import { createHandover } from './proxy/hand-over';
import { traceUpstream } from './proxy/trace-upstream';
import { MAX_CONCURRENT, MAX_HELD, type Upstream } from './proxy/upstream';
import { logRequests } from './request-log/log-requests';
import { RequestSender } from './request-log/request-sender';
import { mountOpenApiDocuments } from './routes/openapi-documents';
import { mountRootDocument } from './routes/root-document';
import { compileRoutes } from './routing/route-table';
import type { GatewayLimits } from './settings';
import { takeTestMethod } from './test-method/take-test-method';
import { pathAliases, type UpstreamName, upstreamNames, upstreams, type UpstreamUrls } from './routing/upstreams';

export interface GatewayDependencies {
  host: string;
  port: number;
  logger: Logger;
  urls: UpstreamUrls;
  /** The services that run in this process. The gateway calls them without a network connection. */
  handlers?: Partial<Record<UpstreamName, RequestListener>>;
  /** Signs tokens as the issuer `gateway`. */
  sign: TokenSigner;
  limits: GatewayLimits;
  deadlineMs: number;
  shutdownMs: number;
  /**
   * Whether /metrics includes the metrics of the process. In each process, only one service
   * includes these metrics.
   */
  processMetrics: boolean;
  /** The clock for cached credentials, in milliseconds since the epoch. */
  now?: () => number;
}

export interface RunningGateway {
  name: 'gateway';
  url: string;
  port: number;
  /** The health and metrics of the gateway, for the operations port of its process. */
  operated: OperatedPart;
  /** Finishes the open requests and closes all connections. */
  stop(): Promise<void>;
}

/** Starts the gateway, the only entry point for integrations. It forwards only the routes of the public contracts. */
export async function startGateway(dependencies: GatewayDependencies): Promise<RunningGateway> {
  const { logger, urls, handlers = {}, sign, limits, now = Date.now } = dependencies;
  const upstreamsFor = (maxConcurrent: number) =>
    Object.fromEntries(
      upstreamNames.map((name) => {
        const handle = handlers[name];
        const silenceMs = limits.UPSTREAM_TIMEOUT_MS;
        const upstreamLimits = { silenceMs, maxConcurrent, maxBodyBytes: maxBodyBytes[name] };
        const upstream = handle
          ? createHandover(handle, upstreamLimits)
          : createProxy(urls[name], upstreamLimits, logger);
        return [name, traceUpstream(name, upstream)];
      }),
    ) as Record<UpstreamName, Upstream>;
  const services = upstreamsFor(MAX_CONCURRENT);
  const held = upstreamsFor(MAX_HELD);
  const identity = new PeerConnection({ service: 'identity', url: () => urls.identity, sign });
  const askedIdentity = peerClient(identityInternalContract, identity);
  const counts = new SharedCounts({
    windowMs: 60_000,
    // If identity runs in this process, this is the only gateway, so it does not have to share its counts.
    ...(handlers.identity ? {} : { report: (changed) => askedIdentity.reportCounts({ body: changed }) }),
    logger,
  });
  const limit = limitRequests(counts, limits.RATE_LIMIT_PER_MINUTE);
  const route = routeRequests({
    routes: compileRoutes<UpstreamName>(upstreams, pathAliases),
    services,
    held,
    introspections: new Introspections(askIdentity(askedIdentity, logger), now),
    failures: new FailedAttempts(counts, limits.FAILED_CREDENTIALS_PER_MINUTE, limits.FAILED_CREDENTIALS_PACE_MS, now),
    limit,
    limitHeld: limitHeld(),
    sign,
    publicUrl: limits.PUBLIC_URL,
    deadlineMs: dependencies.deadlineMs,
  });

  let isStopping = false;
  const metrics = createMetrics('gateway', dependencies.processMetrics);
  const dropped = createCounter(metrics.registry, 'keyhaven_request_log_dropped_total');
  const requestLog = new RequestSender({
    send: (chunks) => askedIdentity.logRequests({ body: { chunks } }),
    onDropped: (count) => dropped.inc(count),
    logger,
  });
  const readiness = async () => ({
    faults: isStopping ? ['the gateway is shutting down'] : await identityReachable(urls.identity),
    warnings: [],
  });
  const app = createApp({
    logger,
    metrics,
    formPaths: [PAYMENT_FORMS_PATH, PORTAL_PATH, CONSENT_PATH, HELP_PATH],
    oauthPaths: [TOKEN_PATH],
    routes: (express) => {
      express.set('trust proxy', limits.TRUSTED_PROXIES);
      express.use(front(limits.CORS_ORIGINS));
      mountRootDocument(express);
      mountOpenApiDocuments(express, limit);
      express.use(deprecateVersion1());
      express.use(logRequests((entry) => requestLog.add(entry)));
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
      for (const upstream of [services, held].flatMap((each) => Object.values(each))) upstream.close();
      await counts.stop();
      await requestLog.stop();
      await identity.close();
    },
  };
}

/** Introspects credentials at the identity service. Logs the cause of a failure, which the client does not see. */
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
