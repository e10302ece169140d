import { randomUUID } from 'node:crypto';
import { REQUEST_ID_HEADER } from '@keyhaven/contracts/shared/headers';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../auth/caller';
import type { Logger } from '../logger';
import type { Metrics } from '../metrics';

/**
 * Gives every request an id, which the answer carries, and logs one line when the request has ended. The line shows
 * only the route and the ids of the address, because the rest may contain a secret: the key of a payment form, the
 * signature of an attachment, or credentials that a client put into the address.
 * A request that the gateway of the same process handed over has its id already, and only the gateway logs it.
 */
export function requestLog(logger: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const isLogged = response.locals.requestId !== undefined;
    if (!isLogged) setRequestId(request, response);
    response.once('close', () => {
      const durationMs = performance.now() - started;
      const caller = response.locals.caller as Caller | undefined;
      const route = (response.locals.route as string | undefined) ?? 'none';
      metrics.requests.observe({ route, status: String(response.statusCode) }, durationMs / 1000);
      if (isLogged) return;
      logger.info(
        {
          request_id: response.locals.requestId as string,
          method: request.method,
          route,
          upstream: response.locals.upstream as string | undefined,
          params: numbersOf(response.locals.params as Record<string, unknown> | undefined),
          status: response.statusCode,
          error: response.locals.errorCode as string | undefined,
          // The work that was still running when the deadline ended the request.
          waits_for: response.locals.waitsFor as string[] | undefined,
          duration_ms: Math.round(durationMs * 10) / 10,
          user_id: caller?.accountId,
          credential_id: caller?.credentialId,
          scope: caller?.scope,
          completed: response.writableFinished,
        },
        'request',
      );
    });
    next();
  };
}

/** Uses the id that the request carries, or a new one. */
function setRequestId(request: Request, response: Response): void {
  const sent = request.headers[REQUEST_ID_HEADER];
  const requestId = typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
  request.headers[REQUEST_ID_HEADER] = requestId;
  response.locals.requestId = requestId;
  response.setHeader(REQUEST_ID_HEADER, requestId);
}

/** The path parameters that are ids. */
function numbersOf(params: Record<string, unknown> = {}): Record<string, number> | undefined {
  const numbers = Object.entries(params).filter(([, value]) => /^\d{1,15}$/.test(String(value)));
  return numbers.length === 0 ? undefined : Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)]));
}
