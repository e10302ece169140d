import {
  DRY_RUN,
  DRY_RUN_PARAMETER,
  isPreview,
  mayBeDry,
  PREFERENCE_APPLIED_HEADER,
} from '@keyhaven/contracts/shared/dry-run';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { booleanQuery } from '@keyhaven/contracts/shared/inputs';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { Request, RequestHandler } from 'express';
import type { ApiKind } from '../auth/caller';

/**
 * Marks a write as a dry run in `res.locals`, if the client requests a dry run or the route is a
 * preview. Removes the Idempotency-Key of a dry run. For a GET, which changes nothing, a requested
 * dry run is ignored.
 * @throws ApiError bad_request if the client requests a dry run of a route that supports none.
 *   Otherwise the route would carry out the write.
 */
export function readDryRun(route: AppRoute, api: ApiKind): RequestHandler {
  return (request, response, next) => {
    if (route.method === 'GET') return next();
    const isWanted = [prefersDryRun(request.headers.prefer), readParameter(request)].includes(true);
    if (isWanted && !(api === 'public' && mayBeDry(route))) {
      throw new ApiError(
        'bad_request',
        `a dry run of ${route.method} ${route.path} is not available; nothing was done`,
      );
    }
    if (isWanted || isPreview(route, request.body)) {
      response.locals.isDryRun = true;
      response.setHeader(PREFERENCE_APPLIED_HEADER, DRY_RUN);
      delete request.headers['idempotency-key'];
    }
    next();
  };
}

/**
 * Whether the Prefer header requests a dry run. The header is a list of `name` and `name=value`.
 * @throws ApiError bad_request if dry-run follows a semicolon. There it would be a parameter of
 *   another preference, without any effect.
 */
function prefersDryRun(header: string | string[] | undefined): boolean {
  for (const preference of [header ?? []].flat().join(',').split(',')) {
    const [first = '', ...parameters] = preference.split(';').map((part) => part.trim());
    if (parameters.some((parameter) => isNamed(parameter.split('=')[0]!))) {
      throw new ApiError(
        'bad_request',
        `Prefer: ${JSON.stringify(preference.trim()).slice(0, 100)} has ${DRY_RUN} after a semicolon; separate it with a comma`,
      );
    }
    const [name = '', value = ''] = first.split('=');
    if (!isNamed(name)) continue;
    const plain = value.trim().replaceAll('"', '');
    return plain === '' || readBoolean(`Prefer: ${DRY_RUN}`, plain);
  }
  return false;
}

/**
 * Reads the parameter for a dry run from the query, and removes it, so that no route needs to
 * declare it.
 */
function readParameter({ query }: Request): boolean {
  const names = Object.keys(query).filter(isNamed);
  const sent = names.flatMap((name) => query[name]);
  for (const name of names) delete query[name];
  return sent.length > 0 && readBoolean(DRY_RUN_PARAMETER, sent.length === 1 ? sent[0] : sent);
}

/**
 * Whether a name means "dry run" in any spelling. A misspelled dry run must never be carried out as
 * a real write.
 */
function isNamed(name: string): boolean {
  return name.trim().toLowerCase().replaceAll(/[_-]/g, '') === 'dryrun';
}

function readBoolean(field: string, sent: unknown): boolean {
  const read = booleanQuery.safeParse(sent);
  if (read.success) return read.data;
  throw new ApiError(
    'bad_request',
    `${field}: ${JSON.stringify(sent).slice(0, 50)} is not accepted; expected true or false`,
  );
}
