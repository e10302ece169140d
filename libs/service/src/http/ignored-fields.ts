import { IGNORED_HEADER } from '@keyhaven/contracts/shared/headers';
import type { AppRoute } from '@ts-rest/core';
import type { RequestHandler } from 'express';
import type { ApiKind } from '../auth/caller';
import { findEchoes, readSentFields } from './sent-fields';

/** The most names that an answer lists, and the most characters of the list. */
const MAX_NAMES = 20;
const MAX_CHARACTERS = 1000;

/**
 * Lists in the header X-Ignored the query parameters and the fields of the body that the route does not read. In a
 * POST, fields that are null count as absent, unless the contract gives null a meaning.
 * Fields of the body that only the server decides are kept for the write, which refuses those that differ from the
 * record. The public contracts list them.
 */
export function noteIgnored(route: AppRoute, api: ApiKind): RequestHandler {
  return (request, response, next) => {
    const query = readSentFields(route.query, request.query, false);
    // A route without a query schema ignores all parameters.
    const ignored = route.query === undefined ? new Set(Object.keys(request.query)) : query.ignored;
    if ('body' in route) {
      const body = readSentFields(route.body, request.body, route.method === 'POST');
      request.body = body.value;
      const found = findEchoes(route.body, route.responses[200], request.body);
      // Public contracts list the nested fields that the server decides themselves, because clients may send back the
      // entries of lists in another order.
      const echoes = api === 'operator' ? found : found.filter(({ path }) => !path.includes('.'));
      const judged = echoes.filter(({ value }) => value !== null || route.method !== 'POST');
      response.locals.echoes = judged;
      for (const { path } of echoes) body.ignored.delete(path);
      for (const name of body.ignored) ignored.add(name);
    }
    const list = listNames(ignored);
    if (list !== '') response.setHeader(IGNORED_HEADER, list);
    next();
  };
}

function listNames(names: Iterable<string>): string {
  let list = '';
  for (const name of [...names].slice(0, MAX_NAMES)) {
    const longer = `${list === '' ? '' : `${list}, `}${encodeURIComponent(name.toWellFormed())}`;
    if (longer.length <= MAX_CHARACTERS) list = longer;
  }
  return list;
}
