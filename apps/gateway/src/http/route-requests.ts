import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { mayWait } from '@keyhaven/contracts/shared/held-route';
import type { Caller } from '@keyhaven/service/auth/caller';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import type { Request, RequestHandler, Response } from 'express';
import type { FailedAttempts } from '../credentials/failed-attempts';
import { identify } from '../credentials/identify';
import type { Introspections } from '../credentials/introspections';
import { checkDeclaredBody } from '../limits/check-body';
import type { HeldLimit } from '../limits/limit-held';
import type { RequestLimit } from '../limits/limit-requests';
import { forwardedHeaders } from '../proxy/forward-headers';
import type { Upstream } from '../proxy/upstream';
import type { RouteTable } from '../routing/route-table';
import type { UpstreamName } from '../routing/upstreams';

export interface RoutingParts {
  routes: RouteTable<UpstreamName>;
  services: Record<UpstreamName, Upstream>;
  /**
   * The same services, for long polls and streams. Long polls and streams have a separate limit of concurrent requests,
   * so that they do not block other requests.
   */
  held: Record<UpstreamName, Upstream>;
  introspections: Introspections;
  failures: FailedAttempts;
  limit: RequestLimit;
  limitHeld: HeldLimit;
  sign: TokenSigner;
  /** The public URL of the gateway, without a path. */
  publicUrl: string;
  /**
   * The maximum time from the arrival of a request at the gateway to the beginning of its write in a service, in
   * milliseconds.
   */
  deadlineMs: number;
}

/**
 * For every request: finds the route, identifies and authorizes the caller, and forwards the request with a new token.
 */
export function routeRequests(parts: RoutingParts): RequestHandler {
  return async (request, response, next) => {
    const deadline = Date.now() + parts.deadlineMs;
    const { service, route, method, url, isOpen, isHeld, passesClient } = parts.routes(
      request.method,
      request.originalUrl,
    );
    response.locals.route = route;
    response.locals.upstream = service;
    checkDeclaredBody(request, maxBodyBytes[service]);

    const requestId = String(response.locals.requestId);
    const caller = isOpen ? admit(parts, request, response) : await authorize(parts, request, response);
    response.locals.caller = caller;

    const isWaiting = isHeld && mayWait(url, request.headers.accept);
    if (isWaiting && caller.accountId !== undefined) parts.limitHeld(caller.accountId, response);

    const token = await parts.sign({ audience: service, ...caller });
    const client = {
      clientAddress: isOpen ? request.ip : undefined,
      clientAuthorization: passesClient ? request.headers.authorization : undefined,
    };
    request.headers = forwardedHeaders(request.headers, { token, requestId, deadline, ...client });
    request.method = method;
    request.url = url;
    (isWaiting ? parts.held : parts.services)[service].forward(request, response, next);
  };
}

/**
 * Returns the caller of an open route, which needs no credentials. The rate limit of these routes is per client
 * address.
 */
function admit({ limit }: RoutingParts, request: Request, response: Response): Caller {
  limit({ address: addressOf(request) }, response);
  return { issuer: 'gateway', scope: 'open' };
}

/** Identifies the caller, and checks that the caller may send this request. */
async function authorize(parts: RoutingParts, request: Request, response: Response): Promise<Caller> {
  const { user_id, scope, credential_id, app } = await identify(parts, {
    authorization: request.headers.authorization,
    address: addressOf(request),
    requestId: String(response.locals.requestId),
  });
  const ofApp = app && { app: { key: app.key, ownerId: app.owner_user_id } };
  const caller: Caller = {
    issuer: 'gateway',
    scope,
    accountId: user_id,
    credentialId: String(credential_id),
    ...ofApp,
  };
  // Set the caller before the limit is checked, so that the log of a refused request also contains the account.
  response.locals.caller = caller;
  parts.limit({ accountId: user_id }, response);
  if (scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ApiError('forbidden', `the scope read allows GET only; ${request.method} needs the scope full`);
  }
  return caller;
}

/** The client's IP address; `unknown` if the client has disconnected. */
function addressOf({ ip = 'unknown' }: Request): string {
  return ip;
}
