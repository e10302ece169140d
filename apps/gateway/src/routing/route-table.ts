import { ApiError } from '@keyhaven/contracts/shared/errors';
import { isOpenRoute } from '@keyhaven/contracts/shared/open-route';
import type { AppRoute } from '@ts-rest/core';
import { normalisePath } from './normalise-path';

/** Where a request goes. */
export interface RouteMatch<Service extends string> {
  service: Service;
  /** The contract's route, for logs and metrics: GET /v2/bookings/:id. */
  route: string;
  /** The method and the path and query to forward, in canonical form. */
  method: string;
  url: string;
  /** Whether it needs no credentials. */
  isOpen: boolean;
}

/**
 * Finds the route of a request.
 * @throws ApiError not_found; method_not_allowed with the allowed methods.
 */
export type RouteTable<Service extends string> = (method: string, target: string) => RouteMatch<Service>;

interface CompiledPath<Service extends string> {
  path: string;
  segments: string[];
  services: Map<string, CompiledRoute<Service>>;
}

interface CompiledRoute<Service extends string> {
  service: Service;
  isOpen: boolean;
  /** The method that the service receives: services do not know the method TEST. */
  forwardedAs?: { method: string; suffix: string };
}

/** The only prefixes of public paths: a contract with another path is a mistake and must not be routed. */
const publicPath = /^\/(v1|v2|oauth|payment_forms|attachments)\//;

/** The legacy method TEST on a path becomes a POST to its subpath `test`. */
const legacyTest = /^(\/v1\/.+)\/test$/;

/**
 * Compiles the public contracts into a table, once. The internal and operator interfaces are not in the table, so they
 * cannot be reached through the gateway.
 */
export function compileRoutes<Service extends string>(
  contracts: Record<Service, Record<string, AppRoute>>,
  aliases: Readonly<Record<string, string>>,
): RouteTable<Service> {
  const paths = new Map<string, CompiledPath<Service>>();
  const add = (method: string, path: string, match: CompiledRoute<Service>) => {
    const compiled = paths.get(path) ?? { path, segments: path.split('/').slice(1), services: new Map() };
    if (compiled.services.has(method)) throw new Error(`${method} ${path} is in two contracts`);
    compiled.services.set(method, match);
    paths.set(path, compiled);
  };
  for (const [service, contract] of Object.entries(contracts) as [Service, Record<string, AppRoute>][]) {
    for (const route of Object.values(contract)) {
      const { method, path } = route;
      if (!publicPath.test(path)) throw new Error(`${method} ${path} of ${service} is not a public path`);
      const match = { service, isOpen: isOpenRoute(route) };
      add(method, path, match);
      const [, tested] = method === 'POST' ? (legacyTest.exec(path) ?? []) : [];
      if (tested) add('TEST', tested, { ...match, forwardedAs: { method: 'POST', suffix: '/test' } });
    }
  }
  // Literal segments take precedence over parameters, so that /users/me is not the user with the id "me".
  const ordered = [...paths.values()].sort((a, b) => parameters(a) - parameters(b));

  return (method, target) => {
    const normal = normalisePath(target);
    const segments = normal && withoutAlias(normal.segments, aliases);
    const found = segments && ordered.find((candidate) => fits(candidate.segments, segments));
    if (!found) throw new ApiError('not_found', `there is no ${target.split('?')[0]!.slice(0, 200)}`);
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
    const { service, isOpen, forwardedAs = { method, suffix: '' } } = match;
    return {
      service,
      isOpen,
      route: `${method} ${found.path}`,
      method: forwardedAs.method,
      url: `/${path}${forwardedAs.suffix}${normal.search}`,
    };
  };
}

function fits(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length && pattern.every((part, at) => part.startsWith(':') || part === segments[at])
  );
}

function parameters({ segments }: CompiledPath<string>): number {
  return segments.filter((segment) => segment.startsWith(':')).length;
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
