import type { LoggedRequest, RequestLogQuery } from './request-log';

/** The filters of the request log, except the time filters. */
type Asked = Pick<RequestLogQuery, 'status' | 'errors_only' | 'method' | 'route' | 'credential' | 'request_id'>;

const ERRORS = 'errors';

/**
 * The index terms of a logged request. Each chunk stores the terms of its requests, and one index
 * on these terms serves every filter. Most requests are successful reads, so there is no term for
 * reads or for success.
 */
export function termsOf(request: LoggedRequest): string[] {
  const { status, method, route, credential_id, app_key, request_id } = request;
  const isError = status !== null && status >= 400;
  return [
    `request ${request_id}`,
    ...(status === null ? [] : [`status ${status}`]),
    ...(isError ? [`status ${Math.floor(status / 100)}xx`, ERRORS] : []),
    ...(method === 'GET' ? [] : [`method ${method}`]),
    `route ${route}`,
    `credential ${credential_id}`,
    ...(app_key === null ? [] : [`credential ${app_key}`]),
  ];
}

/**
 * The index terms that a request must have to match the filters. Terms that usually match the
 * fewest requests come first.
 */
export function termsAskedFor(asked: Asked): string[] {
  const { request_id, status, errors_only, method, route, credential } = asked;
  return [
    ...(request_id === undefined ? [] : [`request ${request_id}`]),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(errors_only ? [ERRORS] : []),
    ...(route === undefined ? [] : [`route ${route}`]),
    ...(credential === undefined ? [] : [`credential ${credential}`]),
    ...(method === undefined || method === 'GET' ? [] : [`method ${method}`]),
  ];
}

/** Whether a request matches the filters. */
export function isAskedFor(asked: Asked, request: LoggedRequest): boolean {
  const terms = termsOf(request);
  if (asked.method === 'GET' && request.method !== 'GET') return false;
  return termsAskedFor(asked).every((term) => terms.includes(term));
}
