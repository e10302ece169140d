import { ApiError } from '@keyhaven/contracts/shared/errors';
import { isHeldRoute } from '@keyhaven/contracts/shared/held-route';
import { isOpenRoute, passesClient } from '@keyhaven/contracts/shared/open-route';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { normalisePath } from './normalise-path';
import { notBuilt } from './resources-not-built';

/** The route that matches a request. */
export interface RouteMatch<Service extends string> {
  service: Service;
  /** The route as the contract writes it, for example GET /v2/bookings/:id. Used in logs and metrics. */
  route: string;
  /** The method and the url (path and query) to forward, in canonical form. */
  method: string;
  url: string;
  /** Whether the route needs no credentials. */
  isOpen: boolean;
  /** Whether the route may wait for new data (long polls and streams). */
  isHeld: boolean;
  /** Whether the service receives the client's own credentials. */
  passesClient: boolean;
}

/**
 * Finds the route of a request.
 * @throws ApiError not_found; method_not_allowed with the allowed methods.
 */
export type RouteTable<Service extends string> = (method: string, target: string) => RouteMatch<Service>;

/** The routes of a path, by method. */
interface CompiledPath<Service extends string> {
  path: string;
  services: Map<string, CompiledRoute<Service>>;
}

/** A node of the tree of paths: all paths that begin with the same segments. */
interface Branch<Service extends string> {
  /** The path of the route that ends at this node of the tree. */
  ending?: CompiledPath<Service>;
  literals: Map<string, Branch<Service>>;
  parameter?: Branch<Service>;
  /** The wildcard path (`/*`). It matches all paths below this branch that have no route of their own. */
  wildcard?: CompiledPath<Service>;
}

interface CompiledRoute<Service extends string> {
  service: Service;
  isOpen: boolean;
  isHeld: boolean;
  passesClient: boolean;
  /**
   * The method and path suffix with which a request with the method TEST is forwarded. Services do not support TEST.
   */
  forwardedAs?: { method: string; suffix: string };
}

/** The prefixes of public paths. A contract with any other path is a mistake and must not be routed. */
const publicPath =
  /^\/(v1|v2|oauth|\.well-known|payment_forms|attachments|portal|help|llms\.txt|announcements(\.atom)?)(\/|$)/;

/**
 * Matches the paths of POST routes that serve the legacy method TEST. For example, TEST /v1/quotes
 * is forwarded as POST /v1/quotes/test.
 */
const legacyTest = /^(\/v1\/.+)\/test$/;

/**
 * Compiles the public contracts into a route table. Internal and operator routes are not in the
 * table, so clients cannot reach them through the gateway.
 */
export function compileRoutes<Service extends string>(
  contracts: Record<Service, Record<string, AppRoute>>,
  aliases: Readonly<Record<string, string>>,
): RouteTable<Service> {
  const root: Branch<Service> = { literals: new Map() };
  const add = (method: string, path: string, match: CompiledRoute<Service>) => {
    let branch = root;
    for (const segment of path.replace(/\/\*$/, '').split('/').slice(1)) {
      const next = nextBranch(branch, segment) ?? { literals: new Map() };
      if (isParameter(segment)) branch.parameter = next;
      else branch.literals.set(segment, next);
      branch = next;
    }
    const kind = path.endsWith('/*') ? 'wildcard' : 'ending';
    const compiled = (branch[kind] ??= { path, services: new Map() });
    if (compiled.path !== path)
      throw new Error(`${compiled.path} and ${path} name the parameters of a path differently`);
    if (compiled.services.has(method)) throw new Error(`${method} ${path} is in two contracts`);
    compiled.services.set(method, match);
  };
  for (const [service, contract] of Object.entries(contracts) as [Service, Record<string, AppRoute>][]) {
    for (const route of Object.values(contract)) {
      const { method, path } = route;
      if (!publicPath.test(path)) throw new Error(`${method} ${path} of ${service} is not a public path`);
      const match = {
        service,
        isOpen: isOpenRoute(route),
        isHeld: isHeldRoute(route),
        passesClient: passesClient(route),
      };
      add(method, path, match);
      const [, tested] = method === 'POST' ? (legacyTest.exec(path) ?? []) : [];
      if (tested) add('TEST', tested, { ...match, forwardedAs: { method: 'POST', suffix: '/test' } });
    }
  }

  return (method, target) => {
    const normal = normalisePath(target);
    const segments = normal && withoutAlias(normal.segments, aliases);
    const found = segments && findPath(root, segments);
    if (!found) {
      const message = segments && notBuilt(segments);
      throw new ApiError('not_found', message ?? `there is no ${target.split('?')[0]!.slice(0, 200)}`);
    }
    const match = found.services.get(method) ?? (method === 'HEAD' ? found.services.get('GET') : undefined);
    if (match === undefined) {
      const allowed = allowedMethods(found);
      throw new ApiError(
        'method_not_allowed',
        `${method} is not allowed here; use ${allowed.replace(/, (?=\w+$)/, ' or ')}`,
        {
          Allow: allowed,
        },
      );
    }
    const path = segments.map(encodeURIComponent).join('/');
    const { forwardedAs = { method, suffix: '' }, ...flags } = match;
    return {
      ...flags,
      route: `${method} ${found.path}`,
      method: forwardedAs.method,
      url: `/${path}${forwardedAs.suffix}${normal.search}`,
    };
  };
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':');
}

function nextBranch<Service extends string>(branch: Branch<Service>, segment: string): Branch<Service> | undefined {
  return isParameter(segment) ? branch.parameter : branch.literals.get(segment);
}

/** Literal segments take precedence over parameters, so that /users/me is not the user with the id "me". */
function findPath<Service extends string>(
  branch: Branch<Service>,
  segments: readonly string[],
  at = 0,
): CompiledPath<Service> | undefined {
  if (at === segments.length) return branch.ending;
  const literal = branch.literals.get(segments[at]!);
  const found = literal && findPath(literal, segments, at + 1);
  return found ?? (branch.parameter && findPath(branch.parameter, segments, at + 1)) ?? branch.wildcard;
}

function withoutAlias(segments: string[], aliases: Readonly<Record<string, string>>): string[] {
  const target = aliases[`/${segments.slice(0, 2).join('/')}`];
  return target === undefined ? segments : [...target.split('/').slice(1), ...segments.slice(2)];
}

function allowedMethods({ services }: CompiledPath<string>): string {
  const methods = [...services.keys()];
  if (methods.includes('GET')) methods.push('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}
