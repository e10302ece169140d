import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { publicRoutes } from './public-routes';

/** The parts of a route that the client needs to send a request. */
interface OperationRoute {
  method: string;
  /** The path, with parameters written as `:id`. */
  path: string;
}

/**
 * Whether the client has an operation for a route. It supports only version 2 of the API, without deprecated routes,
 * which only respond with an error that names the replacement.
 */
function isOperation(route: AppRoute): boolean {
  return route.path.startsWith('/v2/') && route.deprecated !== true;
}

/**
 * The routes of all operations. The build of the package evaluates this module and bundles only the resulting object.
 * So the published client contains neither the schemas nor zod.
 */
export const routeTable: Readonly<Record<string, OperationRoute>> = Object.fromEntries(
  Object.entries<AppRoute>(publicRoutes)
    .filter(([, route]) => isOperation(route))
    .map(([name, { method, path }]) => [name, { method, path }]),
);
