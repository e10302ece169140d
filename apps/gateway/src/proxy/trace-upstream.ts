import { tracing } from '@keyhaven/tracing/tracing';
import type { UpstreamName } from '../routing/upstreams';
import type { Upstream } from './upstream';

/**
 * Records a span for each request that is forwarded to a service, and sends the span's context to the service. The span
 * includes the wait for a connection.
 */
export function traceUpstream(service: UpstreamName, upstream: Upstream): Upstream {
  if (!tracing) return upstream;
  const tracer = tracing;
  return {
    close: () => upstream.close(),
    forward: (request, response, next) => {
      const route = response.locals.route as string;
      const span = tracer.start({
        name: route,
        kind: 'client',
        attributes: {
          'http.request.method': request.method,
          'url.template': route.slice(route.indexOf(' ') + 1),
          'peer.service': service,
        },
      });
      Object.assign(request.headers, span.headers);
      response.prependOnceListener('close', () => {
        span.set({ 'http.response.status_code': response.headersSent ? response.statusCode : undefined });
        if (response.statusCode >= 500) span.fail(String(response.statusCode));
        span.end();
      });
      span.run(() => upstream.forward(request, response, next));
    },
  };
}
