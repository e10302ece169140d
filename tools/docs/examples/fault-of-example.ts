import { DRY_RUN, PREFERENCE_APPLIED_HEADER } from '@keyhaven/contracts/shared/dry-run';
import { IGNORED_HEADER } from '@keyhaven/contracts/shared/headers';
import { faultOfAnswer } from '@keyhaven/testing/fault-of-answer';
import type { z } from 'zod';
import type { Example } from './example';
import { type OperationId, routeOf } from './public-routes';

/**
 * Compares an example with the contract of its operation. The request may violate the contract if
 * the response is a 400.
 * @returns what is wrong; undefined if nothing is wrong.
 */
export function faultOfExample(operation: OperationId, { request, response }: Example): string | undefined {
  const route = routeOf(operation);
  const pattern = new RegExp(`^${route.path.replace(/:[^/]+/g, '[^/]+')}$`);
  if (request.method !== route.method || !pattern.test(request.path)) {
    return `${request.method} ${request.path} is not ${route.method} ${route.path}`;
  }
  const isDry = response.headers[PREFERENCE_APPLIED_HEADER] === DRY_RUN;
  const fault = faultOfAnswer(route, { status: response.status, body: response.body, isDry });
  if (fault !== undefined) return `answers ${fault}`;
  if (response.status === 400) return undefined;
  const ignored = response.headers[IGNORED_HEADER];
  if (ignored !== undefined) return `sends ${ignored}, which the route ignores`;
  const texts = Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]);
  const body = 'body' in route ? (route.body as z.ZodType) : undefined;
  return (
    faultOfPart('query', route.query as z.ZodType | undefined, Object.fromEntries(texts)) ??
    faultOfPart('headers', route.headers as z.ZodType | undefined, request.headers ?? {}) ??
    faultOfPart('body', body, request.body)
  );
}

function faultOfPart(part: string, schema: z.ZodType | undefined, sent: unknown): string | undefined {
  const result = schema?.safeParse(sent);
  return result?.error === undefined ? undefined : `has a ${part} outside the contract: ${result.error.message}`;
}
