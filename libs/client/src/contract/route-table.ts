import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { publicRoutes } from './public-routes';

/** What is needed to send a request of an operation. */
interface OperationRoute {
  method: string;
  /** The path, with parameters written as `:id`. */
  path: string;
}

/** Version 2 is the version for new programs. Routes that were removed only answer what replaces them. */
function isOperation(route: AppRoute): boolean {
  return route.path.startsWith('/v2/') && route.deprecated !== true;
}

/**
 * The routes of all operations. The build of the package evaluates this module and bundles only its value, so that the
 * published client contains neither the schemas nor zod.
 */
export const routeTable: Readonly<Record<string, OperationRoute>> = Object.fromEntries(
  Object.entries<AppRoute>(publicRoutes)
    .filter(([, route]) => isOperation(route))
    .map(([name, { method, path }]) => [name, { method, path }]),
);
