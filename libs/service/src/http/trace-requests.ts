import { readTraceHeaders, type StartedSpan, type Tracing } from '@keyhaven/tracing/tracing';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../auth/caller';
import { numbersOf } from './request-log';

const INTERNAL = /^\/internal\//;

/**
 * Records a span for each request, from its arrival to the end of its response. The span belongs to
 * the trace in the request's headers, or starts a new trace. It contains no URL, body or headers,
 * because they may contain secrets.
 */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request, response, next) => {
    const parent = readTraceHeaders(request.headers);
    // Do not start a trace for a call from another service. Such a call is traced only if its
    // headers contain a trace.
    if (!parent && INTERNAL.test(request.path)) return next();
    const { method } = request;
    const span = tracing.start({ name: method, kind: 'server', parent, attributes: { 'http.request.method': method } });
    // If the gateway runs in the same process as this service, both use the same response object,
    // and the gateway has already set its own ids. The log line contains the ids of the gateway's
    // span, because only the gateway logs the request.
    response.locals.spanIds ??= span.ids;
    // Prepend the listener, so that the span of a service ends before that of a gateway in the
    // same process.
    response.prependOnceListener('close', () => {
      describe(span, request, response);
      span.end();
    });
    span.run(() => next());
  };
}

function describe(span: StartedSpan, { params }: Request, { locals, statusCode, headersSent }: Response): void {
  const route = locals.route as string | undefined;
  const caller = locals.caller as Caller | undefined;
  if (route !== undefined) span.rename(route);
  const ids = numbersOf((locals.params ?? params) as Record<string, unknown>) ?? {};
  span.set({
    'http.route': route?.slice(route.indexOf(' ') + 1),
    'http.response.status_code': headersSent ? statusCode : undefined,
    'keyhaven.request_id': locals.requestId as string,
    'keyhaven.user_id': caller?.accountId,
    'keyhaven.error': locals.errorCode as string | undefined,
    ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [`keyhaven.path.${name}`, id])),
  });
  if (!headersSent) span.fail('no_answer');
  else if (statusCode >= 500) span.fail(String(statusCode));
}
