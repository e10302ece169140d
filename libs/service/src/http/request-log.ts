import { randomUUID } from 'node:crypto';
import { DRY_RUN, PREFERENCE_APPLIED_HEADER } from '@keyhaven/contracts/shared/dry-run';
import { REQUEST_ID_HEADER } from '@keyhaven/contracts/shared/headers';
import type { SpanIds } from '@keyhaven/tracing/tracing';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../auth/caller';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';

/**
 * Gives every request an id, which the response contains, and logs one line when the request has
 * ended. Of the URL, the line contains only the route and numeric ids. Other parts may be secret:
 * the key of a payment form, the signature of an attachment, or credentials in the URL.
 *
 * If the gateway runs in the same process and forwarded the request, the request already has an id.
 * In that case, only the gateway logs it.
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
          ...(response.locals.spanIds as SpanIds | undefined),
          request_id: response.locals.requestId as string,
          method: request.method,
          route,
          upstream: response.locals.upstream as string | undefined,
          params: numbersOf(response.locals.params as Record<string, unknown> | undefined),
          // The gateway knows only from the response whether the request was a dry run.
          dry_run: response.getHeader(PREFERENCE_APPLIED_HEADER) === DRY_RUN || undefined,
          status: response.statusCode,
          error: response.locals.errorCode as string | undefined,
          // If the deadline ended the request: the calls for which it was waiting.
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

/** Sets the id of a request: the id that the client sent, if it is valid, otherwise a new one. */
function setRequestId(request: Request, response: Response): void {
  const sent = request.headers[REQUEST_ID_HEADER];
  const requestId = typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
  request.headers[REQUEST_ID_HEADER] = requestId;
  response.locals.requestId = requestId;
  response.setHeader(REQUEST_ID_HEADER, requestId);
}

/** Returns the path parameters that are ids, as numbers. Undefined if there are none. */
export function numbersOf(params: Record<string, unknown> = {}): Record<string, number> | undefined {
  const numbers = Object.entries(params).filter(([, value]) => /^\d{1,15}$/.test(String(value)));
  return numbers.length === 0 ? undefined : Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)]));
}
