import { type OfferedContract, publicContracts } from '@keyhaven/api-docs/contracts';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { isOpenRoute } from '@keyhaven/contracts/shared/open-route';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';

/** A route, with its name in its contract. */
export interface NamedRoute {
  name: string;
  route: AppRoute;
  service: DataServiceName;
}

export function routesOf(contracts: readonly OfferedContract[]): NamedRoute[] {
  return contracts.flatMap(({ services, routes }) =>
    services.flatMap((service) => Object.entries(routes).map(([name, route]) => ({ name, route, service }))),
  );
}

const publicRoutes = routesOf(publicContracts);

/** The public routes that need the credentials of an account. */
export const accountRoutes = publicRoutes.filter(({ route }) => !isOpenRoute(route));
/**
 * The public routes that need no credentials of an account. For example, their path contains a
 * secret, or they check the credentials of an app.
 */
export const openRoutes = publicRoutes.filter(({ route }) => isOpenRoute(route));

export function titleOf({ route }: Pick<NamedRoute, 'route'>): string {
  return `${route.method} ${route.path}`;
}

/** The names of the parameters in a path such as /v2/bookings/:id. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
}
