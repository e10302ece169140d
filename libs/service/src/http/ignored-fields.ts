import type { Echo } from '@keyhaven/contracts/shared/server-decided';
import { IGNORED_HEADER } from '@keyhaven/contracts/shared/headers';
import type { AppRoute } from '@ts-rest/core';
import type { RequestHandler } from 'express';
import type { ApiKind } from '../auth/caller';
import { findEchoes, readSentFields, type SentFields } from './sent-fields';

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
      const body = readSentBody(route, api, request.body);
      request.body = body.value;
      response.locals.echoes = body.echoes;
      for (const name of body.ignored) ignored.add(name);
    }
    const list = listNames(ignored);
    if (list !== '') response.setHeader(IGNORED_HEADER, list);
    next();
  };
}

/** A body as its route reads it. */
interface SentBody extends SentFields {
  /** Fields that only the server decides. */
  echoes: Echo[];
}

/** Compares a body with the contract of its route. */
export function readSentBody(route: AppRoute, api: ApiKind, sent: unknown): SentBody {
  const schema = 'body' in route ? route.body : undefined;
  const { value, ignored } = readSentFields(schema, sent, route.method === 'POST');
  const found = findEchoes(schema, route.responses[200], value);
  // Public contracts list the nested fields that the server decides themselves, because clients may send back the
  // entries of lists in another order.
  const echoes = api === 'operator' ? found : found.filter(({ path }) => !path.includes('.'));
  for (const { path } of echoes) ignored.delete(path);
  return { value, ignored, echoes: echoes.filter(({ value }) => value !== null || route.method !== 'POST') };
}

function listNames(names: Iterable<string>): string {
  let list = '';
  for (const name of [...names].slice(0, MAX_NAMES)) {
    const longer = `${list === '' ? '' : `${list}, `}${encodeURIComponent(name.toWellFormed())}`;
    if (longer.length <= MAX_CHARACTERS) list = longer;
  }
  return list;
}
