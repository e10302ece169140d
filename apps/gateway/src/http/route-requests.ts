import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Caller } from '@keyhaven/service/auth/caller';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import type { Request, RequestHandler, Response } from 'express';
import type { FailedAttempts } from '../credentials/failed-attempts';
import { identify } from '../credentials/identify';
import type { Introspections } from '../credentials/introspections';
import { checkDeclaredBody } from '../limits/check-body';
import type { RequestLimit } from '../limits/limit-requests';
import { forwardedHeaders } from '../proxy/forward-headers';
import type { Upstream } from '../proxy/upstream';
import type { RouteTable } from '../routing/route-table';
import type { UpstreamName } from '../upstreams';

export interface RoutingParts {
  routes: RouteTable<UpstreamName>;
  services: Record<UpstreamName, Upstream>;
  introspections: Introspections;
  failures: FailedAttempts;
  limit: RequestLimit;
  sign: TokenSigner;
  /** How long after its arrival at the gateway a request may still begin to write, in milliseconds. */
  deadlineMs: number;
}

/** Handles every request: finds its route, identifies and authorizes the caller, and forwards it with a new token. */
export function routeRequests(parts: RoutingParts): RequestHandler {
  return async (request, response, next) => {
    const deadline = Date.now() + parts.deadlineMs;
    const { service, route, method, url, isOpen } = parts.routes(request.method, request.originalUrl);
    response.locals.route = route;
    response.locals.upstream = service;
    checkDeclaredBody(request);

    const requestId = String(response.locals.requestId);
    const caller = isOpen ? await admit(parts, request, response) : await authorize(parts, request, response);
    response.locals.caller = caller;

    const token = await parts.sign({ audience: service, ...caller });
    request.headers = forwardedHeaders(request.headers, { token, requestId, deadline });
    request.method = method;
    request.url = url;
    parts.services[service].forward(request, response, next);
  };
}

/** Open routes need no credentials; their rate limit counts by client address. */
async function admit({ limit }: RoutingParts, request: Request, response: Response): Promise<Caller> {
  await limit({ address: request.ip ?? 'unknown' }, response);
  return { issuer: 'gateway', scope: 'open' };
}

/** Identifies the caller, and checks that the caller may send this request. */
async function authorize(parts: RoutingParts, request: Request, response: Response): Promise<Caller> {
  const { user_id, scope, credential_id } = await identify(parts.introspections, parts.failures, {
    authorization: request.headers.authorization,
    address: request.ip ?? 'unknown',
    requestId: String(response.locals.requestId),
  });
  const caller: Caller = { issuer: 'gateway', scope, accountId: user_id, credentialId: String(credential_id) };
  // Set first, so that the log of a refused request names the account too.
  response.locals.caller = caller;
  await parts.limit({ accountId: user_id }, response);
  if (scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ApiError('forbidden', `the scope read allows GET only; ${request.method} needs the scope full`);
  }
  return caller;
}
