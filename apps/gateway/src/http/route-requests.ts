import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Caller } from '@keyhaven/service/auth/caller';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import type { RequestHandler } from 'express';
import type { FailedAttempts } from '../credentials/failed-attempts';
import { identify } from '../credentials/identify';
import type { Introspections } from '../credentials/introspections';
import { checkDeclaredBody } from '../limits/check-body';
import type { RequestLimit } from '../limits/limit-requests';
import type { Proxy } from '../proxy/create-proxy';
import { forwardedHeaders } from '../proxy/forward-headers';
import type { RouteTable } from '../routing/route-table';
import type { UpstreamName } from '../upstreams';

export interface RoutingParts {
  routes: RouteTable<UpstreamName>;
  proxies: Record<UpstreamName, Proxy>;
  introspections: Introspections;
  failures: FailedAttempts;
  limit: RequestLimit;
  sign: TokenSigner;
  /** How long a request may take from its arrival here until it must not begin to write any more, in milliseconds. */
  deadlineMs: number;
}

/** The way of every request: its route, who sends it and whether they may, and on to the service with a new token. */
export function routeRequests(parts: RoutingParts): RequestHandler {
  return async (request, response, next) => {
    const deadline = Date.now() + parts.deadlineMs;
    const { service, route, url } = parts.routes(request.method, request.originalUrl);
    response.locals.route = route;
    checkDeclaredBody(request);

    const requestId = String(response.locals.requestId);
    const { user_id, scope, credential_id } = await identify(parts.introspections, parts.failures, {
      authorization: request.headers.authorization,
      address: request.ip ?? 'unknown',
      requestId,
    });
    const caller: Caller = { issuer: 'gateway', scope, accountId: user_id, credentialId: String(credential_id) };
    response.locals.caller = caller;
    await parts.limit(user_id, response);
    if (scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ApiError('forbidden', `the scope read allows GET only; ${request.method} needs the scope full`);
    }

    const token = await parts.sign({ audience: service, ...caller });
    request.headers = forwardedHeaders(request.headers, { token, requestId, deadline });
    request.url = url;
    parts.proxies[service].forward(request, response, next);
  };
}
