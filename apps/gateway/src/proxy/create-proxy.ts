import http from 'node:http';
import https from 'node:https';
import type { Logger } from '@keyhaven/service/logger';
import type { Request, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { Exchange } from './exchange';
import { MAX_CONCURRENT, type Upstream } from './upstream';

/** Shorter than the 75 s for which services keep idle connections, so that none is reused while it is being closed. */
const IDLE_SOCKET_MS = 30_000;
const MAX_IDLE_SOCKETS = 64;

/**
 * Makes the proxy of one service, once. The proxy library sends the request and its body. The Exchange handles what the
 * library does not: silence, clients that disconnect, and answers that break off.
 * @param silenceMs how long both sides of a request may be silent, in milliseconds.
 */
export function createProxy(target: string, silenceMs: number, logger: Logger): Upstream {
  const { Agent } = target.startsWith('https:') ? https : http;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_CONCURRENT,
    maxFreeSockets: MAX_IDLE_SOCKETS,
    timeout: IDLE_SOCKET_MS,
  });
  const exchanges = new WeakMap<object, Exchange>();
  const plugin: Plugin<Request, Response> = (engine) => {
    engine.on('start', (request, response) => {
      exchanges.set(response, new Exchange(request, response, silenceMs));
    });
    engine.on('proxyReq', (upstream, _request, response) => exchanges.get(response)?.sendTo(upstream));
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
    // The url is forwarded unchanged, not parsed and serialized again.
    toProxy: true,
    selfHandleResponse: true,
    // The library's default plugins would write their own log lines and answers.
    ejectPlugins: true,
    plugins: [plugin],
  });
  return {
    forward: (request, response, next) => void forward(request, response, next),
    close: () => agent.destroy(),
  };
}
