import { instantOf } from '../visit/local-instant';

const names = ['status', 'errors_only', 'method', 'route', 'credential', 'request_id', 'from', 'to'] as const;

/**
 * The filters of the request log. The fields of the form and the parameters of the page's URL have the same names and
 * values. Empty filters are absent.
 */
export type LogFilter = { [Name in (typeof names)[number]]?: string };

/**
 * Reads the filters. They have the same names as in the API, so the page can show the API's messages about wrong
 * values.
 */
export function readLogFilter(query: URLSearchParams): LogFilter {
  const sent = names.map((name) => [name, query.get(name)?.trim().slice(0, 200)] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined && value !== ''));
}

/**
 * Converts the filters for the API. A person enters times in the time zone of the account. A value that is not a local
 * time is sent unchanged, so that the API refuses it with a message.
 */
export function logQuery(filter: LogFilter, timeZone: string): LogFilter {
  const utcOf = (entered: string | undefined) => (entered === undefined ? undefined : instantOf(entered, timeZone));
  return { ...filter, from: utcOf(filter.from), to: utcOf(filter.to) };
}

/** Returns the URL of the log with these filters. With `after_id`, this is the URL of a later page. */
export function logAddress(filter: LogFilter, after_id?: string): string {
  const parameters = new URLSearchParams({ ...filter, ...(after_id !== undefined && { after_id }) }).toString();
  return `/portal/request-log${parameters === '' ? '' : `?${parameters}`}`;
}
