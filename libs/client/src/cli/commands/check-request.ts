import type { AppRoute, AppRouteMutation } from '@keyhaven/contracts/platform/ts-rest';
import { readSentFields } from '@keyhaven/contracts/shared/sent-fields';
import type { z } from 'zod';
import { publicRoutes } from '../../contract/public-routes';

/**
 * Checks a request against the contract.
 * @returns one message for each fault, beginning with the name of the field; undefined if the
 * contract has no such route.
 */
export function checkRequest(method: string, target: string, body: unknown): string[] | undefined {
  const url = new URL(target, 'http://root');
  const found = findRoute(method, url.pathname);
  if (!found) return undefined;
  const { route, path } = found;
  const isWrite = route.method !== 'GET' && route.method !== 'DELETE';
  return [
    ...faults('path', schemaOf(route.pathParams), path),
    ...faults('query', schemaOf(route.query), queryOf(url)),
    ...(isWrite && 'body' in route ? faults('body', schemaOf(route.body), readBody(route, body)) : []),
  ];
}

/** Returns the body as the platform reads it. In a POST, a null field counts as absent unless null has a meaning. */
function readBody({ method, body }: AppRouteMutation, sent: unknown): unknown {
  return readSentFields(body, sent, method === 'POST').value;
}

function findRoute(method: string, pathname: string): { route: AppRoute; path: Record<string, string> } | undefined {
  // Try paths without parameters first: in /v2/webhooksubscriptions/categories, `categories` is not an id.
  const routes = Object.values<AppRoute>(publicRoutes).sort((one, other) => colons(one) - colons(other));
  for (const route of routes) {
    const pattern = route.path.replace(/:([a-z_]+)/g, '(?<$1>[^/]+)');
    const match = route.method === method ? new RegExp(`^${pattern}/?$`).exec(pathname) : null;
    if (match) return { route, path: decodeAll({ ...match.groups }) };
  }
  return undefined;
}

/** Decodes path parameters as the gateway does. If one of them cannot be decoded, all stay as they are. */
function decodeAll(parameters: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return parameters;
  }
}

const colons = ({ path }: AppRoute) => path.split(':').length;

/** Returns the query parameters. One that occurs several times, or is named like `name[]`, becomes a list. */
function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name);
      return [name.replace(/\[\d*\]$/, ''), values.length === 1 && !name.endsWith(']') ? values[0]! : values];
    }),
  );
}

/**
 * Casts a schema of a contract to its actual type. All schemas in the contracts are zod schemas.
 */
function schemaOf(schema: unknown): z.ZodType | undefined {
  return typeof schema === 'object' && schema !== null && 'safeParse' in schema ? (schema as z.ZodType) : undefined;
}

function faults(part: string, schema: z.ZodType | undefined, value: unknown): string[] {
  const issues = schema?.safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => `${[part, ...path].join('.')}: ${message}`);
}
