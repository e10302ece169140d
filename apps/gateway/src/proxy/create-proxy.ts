import http from 'node:http';
import https from 'node:https';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { Request, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { Exchange } from './exchange';
import type { Upstream, UpstreamLimits } from './upstream';

/**
 * Services close idle connections after 75 s. The gateway closes them earlier, so that it never sends a request on a
 * connection that the service is closing.
 */
const IDLE_SOCKET_MS = 30_000;
const MAX_IDLE_SOCKETS = 64;

/**
 * Creates the proxy of one service. The proxy library sends the request and its body. An Exchange does what the library
 * does not do: it handles timeouts, clients that disconnect, bodies that are too large, and incomplete responses.
 */
export function createProxy(target: string, limits: UpstreamLimits, logger: Logger): Upstream {
  const { Agent } = target.startsWith('https:') ? https : http;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: limits.maxConcurrent,
    maxFreeSockets: MAX_IDLE_SOCKETS,
    timeout: IDLE_SOCKET_MS,
  });
  const exchanges = new WeakMap<object, Exchange>();
  const plugin: Plugin<Request, Response> = (engine) => {
    engine.on('start', (request, response) => {
      exchanges.set(response, new Exchange(request, response, limits));
    });
    engine.on('proxyReq', (upstream, _request, response) => exchanges.get(response)?.attach(upstream));
    engine.on('proxyRes', (answer, _request, response) => exchanges.get(response)?.receive(answer));
    engine.on('error', (error, _request, response) => {
      if (!exchanges.get(response)?.failUpstream()) return;
      const requestId = 'locals' in response ? (response.locals.requestId as string) : undefined;
      logger.warn({ err: error, target, request_id: requestId }, 'a service could not be reached');
    });
  };
  const forward = createProxyMiddleware<Request, Response>({
    target,
    agent,
    changeOrigin: true,
    // Makes the library forward the url unchanged, without parsing and serializing it again.
    toProxy: true,
    selfHandleResponse: true,
    // The library's default plugins would write their own log lines and error responses.
    ejectPlugins: true,
    plugins: [plugin],
  });
  return {
    forward: (request, response, next) => void forward(request, response, next),
    close: () => agent.destroy(),
  };
}
