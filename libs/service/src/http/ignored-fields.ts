import type { Echo } from '@keyhaven/contracts/shared/server-decided';
import { IGNORED_HEADER } from '@keyhaven/contracts/shared/headers';
import { findEchoes, readSentFields, type SentFields } from '@keyhaven/contracts/shared/sent-fields';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { RequestHandler } from 'express';
import type { ApiKind } from '../auth/caller';

/** The maximum number of names in the X-Ignored header. */
const MAX_NAMES = 20;
/** The maximum total length of the names in the X-Ignored header after encoding, in characters. */
const MAX_CHARACTERS = 1000;
/** The last entry of the X-Ignored header if the header does not contain all names. */
const MORE = '...';

/**
 * Lists in the X-Ignored header the query parameters and body fields that the route does not read.
 * In a POST, it also removes null fields from the body, unless the contract gives null a meaning.
 *
 * Fields that only the server sets are not listed. They are passed to the write, which refuses
 * values that differ from the record.
 */
export function noteIgnored(route: AppRoute, api: ApiKind): RequestHandler {
  return (request, response, next) => {
    const query = readSentFields(route.query, request.query, false);
    // A route without a query schema reads no parameters.
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

/** A body after the comparison with the contract of its route. */
interface SentBody extends SentFields {
  /** Fields that only the server sets, with the values that the client sent. */
  echoes: Echo[];
}

/** Compares a body with the contract of its route. */
export function readSentBody(route: AppRoute, api: ApiKind, sent: unknown): SentBody {
  const schema = 'body' in route ? route.body : undefined;
  const { value, ignored } = readSentFields(schema, sent, route.method === 'POST');
  const found = findEchoes(schema, route.responses[200], value);
  // Nested fields are compared with the record only for operator contracts. On the public API, a
  // client may send back the entries of a list in a different order, so public contracts declare the
  // nested fields that only the server sets.
  const echoes = api === 'operator' ? found : found.filter(({ path }) => !path.includes('.'));
  for (const { path } of echoes) ignored.delete(path);
  return { value, ignored, echoes: echoes.filter(({ value }) => value !== null || route.method !== 'POST') };
}

function listNames(names: ReadonlySet<string>): string {
  const listed: string[] = [];
  let length = 0;
  for (const name of [...names].slice(0, MAX_NAMES)) {
    const encoded = encodeURIComponent(name.toWellFormed());
    if (length + encoded.length > MAX_CHARACTERS) continue;
    listed.push(encoded);
    length += encoded.length;
  }
  return [...listed, ...(listed.length < names.size ? [MORE] : [])].join(', ');
}
