import querystring, { type ParsedUrlQuery } from 'node:querystring';
import { ApiError } from '@keyhaven/contracts/shared/errors';

/**
 * The maximum number of query parameters, including repeated ones. No request needs more, because
 * one parameter can contain many ids, separated by commas.
 */
const MAX_PARAMETERS = 200;

/**
 * Parses the query of a request. Repeated parameters become lists. Lists may also be sent as
 * `name[]` or `name[0]`. The parameters are counted here, because Node's parser would silently drop
 * those after the 1,000th.
 * @throws ApiError bad_request if there are too many.
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
