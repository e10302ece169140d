import querystring, { type ParsedUrlQuery } from 'node:querystring';
import { ApiError } from '@keyhaven/contracts/shared/errors';

/** More than any route has, with room for repeated ones; lists of ids are separated by commas in one parameter. */
const MAX_PARAMETERS = 200;

/**
 * Reads the query of a request: texts, and lists of texts for repeated parameters. Lists may also be sent as `name[]` or
 * `name[0]`.
 * Node's own reader leaves out what comes after the 1,000th parameter and says nothing.
 * @throws ApiError bad_request
 */
export function parseQuery(text: string | null | undefined): ParsedUrlQuery {
  if (!text) return {};
  const count = text.split('&').filter((parameter) => parameter !== '').length;
  if (count > MAX_PARAMETERS) {
    throw new ApiError('bad_request', `query: has ${count} parameters; at most ${MAX_PARAMETERS} are accepted`);
  }
  const parsed = querystring.parse(text, '&', '=', { maxKeys: 0 });
  for (const [name, value] of Object.entries(parsed)) {
    const [, plain] = /^([^[\]]+)\[\d*\]$/.exec(name) ?? [];
    if (plain === undefined) continue;
    delete parsed[name];
    const values = [parsed[plain], value].flatMap((part) => part ?? []);
    parsed[plain] = values.length === 1 ? values[0] : values;
  }
  return parsed;
}
