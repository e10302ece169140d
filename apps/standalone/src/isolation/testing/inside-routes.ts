import { internalContracts, operatorContracts } from '@keyhaven/api-docs/contracts';
import { accountRoutes, type NamedRoute, routesOf } from './public-routes';

/** The beginning of the paths of operator routes about one account. */
export const OF_ACCOUNT = '/operator/accounts/:user_id';
const OF_IMPORTS = `${OF_ACCOUNT}/imports/`;

export const operatorRoutes = routesOf(operatorContracts);
const internalRoutes = routesOf(internalContracts);
export const insideRoutes = [...operatorRoutes, ...internalRoutes];

/** The operator routes that import many records. Each line of their bodies is a record. */
export const importRoutes = operatorRoutes.filter(({ route }) => route.path.startsWith(OF_IMPORTS));
/** The other operator routes whose path contains an account. */
export const operatorAccountRoutes = operatorRoutes.filter(
  (named) => named.route.path.startsWith(OF_ACCOUNT) && !importRoutes.includes(named),
);
/**
 * The operator routes that create a record and whose only path parameter is the account. On these
 * routes, the same Idempotency-Key can be used for several accounts.
 */
export const operatorCreations = operatorAccountRoutes.filter(
  ({ route: { method, path } }) => method === 'POST' && !/:(?!user_id)/.test(path),
);

/** The operator routes about the whole platform. */
export const platformRoutes = operatorRoutes.filter(({ route }) => !route.path.startsWith(OF_ACCOUNT));

export function isOperatorRoute({ route }: Pick<NamedRoute, 'route'>): boolean {
  return route.path.startsWith('/operator/');
}

/**
 * Returns the route that creates a single record of the kind that an import route imports. An
 * import line has the same fields as the body of that route.
 */
export function creationOf({ route: { path } }: NamedRoute): NamedRoute {
  const records = path.slice(OF_IMPORTS.length);
  const creates = (named: NamedRoute, created: string) => named.route.method === 'POST' && named.route.path === created;
  const found =
    operatorRoutes.find((named) => creates(named, `${OF_ACCOUNT}/${records}`)) ??
    accountRoutes.find((named) => creates(named, `/v2/${records}`));
  if (!found) throw new Error(`no route creates one record of those that ${path} imports`);
  return found;
}
