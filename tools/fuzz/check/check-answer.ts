import { DRY_RUN, PREFERENCE_APPLIED_HEADER } from '@keyhaven/contracts/shared/dry-run';
import { errorBody, errorRegistry } from '@keyhaven/contracts/shared/errors';
import { faultOfAnswer } from '@keyhaven/testing/fault-of-answer';
import { expectedRoute } from '../api/expected-route';
import { isAnswered, type Outcome, type Received, type WireRequest } from '../send/wire-request';

/** How long a response may take, in milliseconds. */
export const LIMIT_MS = 5000;
/**
 * Statuses of requests that are refused before a route handles them, for example because they are
 * malformed, too large or too slow.
 */
const BEFORE_ROUTES = [400, 408, 413, 415, 417, 429, 431];
/** Statuses for requests to paths without a route. */
const WITHOUT_ROUTE = [...BEFORE_ROUTES, 401, 404, 405, 410];
const SHOWN = 300;

/**
 * A fault in an outcome. Faults of the same kind in the same operation are assumed to have the same cause, so only one
 * of them is reported.
 */
export interface Fault {
  kind: string;
  detail: string;
}

/** Whether a request must not have changed stored data, because it was a refused write or a dry run. */
export function mustChangeNothing({ method }: WireRequest, outcome: Outcome): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || !isAnswered(outcome)) return false;
  return (outcome.status >= 400 && outcome.status < 500) || isDry(outcome);
}

const isDry = ({ headers }: Received) => headers[PREFERENCE_APPLIED_HEADER] === DRY_RUN;

/**
 * Compares an outcome with what the contract declares.
 * @param foreignId if the path contains the id of another account's record: the response in which
 * the id was found. Otherwise undefined.
 * @returns undefined if nothing is wrong.
 */
export function faultOf(request: WireRequest, outcome: Outcome, foreignId?: string): Fault | undefined {
  if (!isAnswered(outcome)) return { kind: outcome.failure, detail: outcome.detail };
  const { status, headers } = outcome;
  const text = shownBody(outcome);
  if (status >= 500) return { kind: `answered ${status}`, detail: text };
  if (headers['x-injected'] !== undefined) return { kind: 'answered a header of the request', detail: 'X-Injected' };
  if (foreignId !== undefined && status < 300)
    return { kind: "answered another account's record", detail: `${text}; the id was in ${foreignId}` };
  return faultOfContent(request, outcome);
}

function faultOfContent({ method, target }: WireRequest, outcome: Received): Fault | undefined {
  const { status, headers } = outcome;
  const expected = expectedRoute(method, target);
  if (method === 'OPTIONS' && status === 204) return undefined;
  if (status === 304)
    return method === 'GET' || method === 'HEAD' ? undefined : { kind: 'answered 304', detail: method };
  if ('route' in expected && expected.isPage) return undefined;
  if (method === 'HEAD') return status < 300 && 'error' in expected ? undeclared(outcome) : undefined;
  const body = parsedBody(outcome);
  if (body instanceof NotJson) return { kind: 'answered a body that is not JSON', detail: shownBody(outcome) };
  if (status >= 400) {
    const fault = faultOfError(status, body);
    if (fault !== undefined) return { kind: 'answered an error outside the registry', detail: fault };
    if (('error' in expected ? WITHOUT_ROUTE : BEFORE_ROUTES).includes(status)) return undefined;
  }
  if ('error' in expected) return isOwnRouteOfGateway(target) ? undefined : undeclared(outcome);
  if (status === 200 && /^(image|text)\//.test(headers['content-type'] ?? '')) return undefined;
  const fault = faultOfAnswer(expected.route, { status, body, isDry: isDry(outcome) });
  return fault === undefined ? undefined : { kind: 'answered outside the contract', detail: fault };
}

/** Whether the gateway itself handles requests to the target: the root, the OpenAPI documents and the health check. */
const isOwnRouteOfGateway = (target: string) => /^(https?:\/\/[^/]*)?\/+(\?|$|openapi\/|healthz)/.test(target);

const undeclared = (outcome: Received): Fault => ({
  kind: `answered ${outcome.status} on a path without a route`,
  detail: shownBody(outcome),
});

/** Matches internal details that no error message may contain. */
const internals =
  /\bat \S+ \(|\.(ts|js|cjs):\d+|Mongo(Server|Network)?Error|E11000|Cannot read prop|is not a function|is not iterable|\[object Object\]|ECONNREFUSED/;

function faultOfError(status: number, body: unknown): string | undefined {
  const parsed = errorBody.loose().safeParse(body);
  if (!parsed.success) return `${JSON.stringify(body)?.slice(0, SHOWN)}: ${parsed.error.message}`;
  const { status: code, status_code, messages } = parsed.data;
  if (status_code !== status) return `status_code ${status_code} in an answer with the status ${status}`;
  if (errorRegistry[code].status !== status) return `the code ${code} in an answer with the status ${status}`;
  if (messages.some((message) => message.trim() === '')) return 'an empty message';
  const leak = messages.find((message) => internals.test(message));
  return leak === undefined ? undefined : `internal details: ${leak.slice(0, SHOWN)}`;
}

class NotJson {}

/**
 * Returns the parsed JSON body of a response, NotJson if it is invalid, or the text of an Atom feed. Returns undefined
 * if there is no body or a different kind of body.
 */
function parsedBody({ headers, body }: Received): unknown {
  if (body.length === 0) return undefined;
  const type = headers['content-type'] ?? '';
  if (!type.includes('json')) return type.startsWith('application/atom+xml') ? body.toString() : undefined;
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return new NotJson();
  }
}

function shownBody({ status, body }: Received): string {
  return `${status} ${body.toString().slice(0, SHOWN)}`;
}
