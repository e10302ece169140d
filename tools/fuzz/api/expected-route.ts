import { ApiError } from '@keyhaven/contracts/shared/errors';
import { compileRoutes } from '@keyhaven/gateway/routing/route-table';
import { pathAliases, type UpstreamName, upstreams } from '@keyhaven/gateway/routing/upstreams';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';

/** The expected reaction of the gateway to a request: it forwards the request to a route, or responds with an error. */
export type ExpectedRoute = { route: AppRoute; isPage: boolean } | { error: ApiError };

const find = compileRoutes<UpstreamName>(upstreams, pathAliases);
const routes = new Map<string, ExpectedRoute>(
  Object.entries(upstreams).flatMap(([service, contract]) =>
    Object.values<AppRoute>(contract).map((route): [string, ExpectedRoute] => [
      `${route.method} ${route.path}`,
      { route, isPage: service === 'portal' || route.path.startsWith('/payment_forms') },
    ]),
  ),
);

/** Finds the route of a request in the contracts. @param target the path and query as they are sent. */
export function expectedRoute(method: string, target: string): ExpectedRoute {
  try {
    const match = find(method, target);
    const contractMethod = method === 'HEAD' ? 'GET' : match.method;
    const path = match.route.slice(match.route.indexOf(' ') + 1);
    const suffix = method === 'TEST' ? '/test' : '';
    const known = routes.get(`${contractMethod} ${path}${suffix}`);
    if (!known) throw new Error(`no contract has the route ${match.route}`);
    return known;
  } catch (error) {
    if (error instanceof ApiError) return { error };
    throw error;
  }
}
