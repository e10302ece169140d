import { KeyhavenError, type KeyhavenErrorDetails } from './keyhaven-error';
import { LONGEST_TIMER_MS } from './pause';
import { parseRetryAfter } from './retry';

export interface HttpRequest {
  method: string;
  /** The path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /**
   * Whether a response counts as a success only if its body is JSON or its status is 204 or 304. So the page of a proxy
   * is not mistaken for a record.
   */
  mustReturnJson?: boolean;
}

export interface HttpAnswer {
  status: number;
  /** The parsed JSON, or the text if it is not JSON; undefined if there is no body. */
  body: unknown;
  headers: Headers;
}

export interface Limits {
  timeoutMs: number;
  signal?: AbortSignal;
}

/**
 * Sends a request once and reads its response.
 * @throws TypeError if the request is invalid, so that it cannot be sent.
 * @throws KeyhavenError if the status is not 2xx or 304, if no complete response arrives in time, or if the response is
 * not JSON although it must be.
 * @throws the reason of the signal if it is aborted.
 */
export async function exchange(
  send: typeof fetch,
  baseUrl: string,
  request: HttpRequest,
  { timeoutMs, signal }: Limits,
): Promise<HttpAnswer> {
  signal?.throwIfAborted();
  assertSendable(baseUrl, request);
  const { method, path, headers, body } = request;
  const ending = new AbortController();
  const leave = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => ending.abort(), Math.min(timeoutMs, LONGEST_TIMER_MS));
  try {
    const response = await send(baseUrl + path, { method, headers, body, signal: ending.signal, redirect: 'manual' });
    const answer = { status: response.status, body: parse(await response.text(), response), headers: response.headers };
    if (!response.ok && response.status !== 304) throw refusal(request, answer);
    if (request.mustReturnJson && !isJsonOrEmpty(answer)) throw unexpectedAnswer(request, answer);
    return answer;
  } catch (error) {
    if (error instanceof KeyhavenError) throw error;
    signal?.throwIfAborted();
    throw unanswered(request, error, ending.signal.aborted ? timeoutMs : undefined);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

/**
 * Checks that fetch can send a request. Without this check, an invalid request would look like a failed connection:
 * fetch throws a TypeError for both.
 * @throws TypeError if the request is invalid. The message does not quote header values, because they may be secret.
 */
function assertSendable(baseUrl: string, { method, path, headers, body }: HttpRequest): void {
  const refuse = (fault: string, cause?: unknown) => new TypeError(`${method} ${path}: ${fault}`, { cause });
  // The path would become a part of the host name, and another host would get the credentials.
  if (!path.startsWith('/')) throw refuse('the path must begin with a slash');
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeader(name, '')) throw refuse(`the header name ${JSON.stringify(name)} is invalid`);
    if (!isHeader(name, value)) throw refuse(`the value of the header ${JSON.stringify(name)} is invalid`);
  }
  try {
    new Request(baseUrl + path, { method, body });
  } catch (error) {
    throw refuse((error as Error).message, error);
  }
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers({ [name]: value }).has(name);
  } catch {
    return false;
  }
}

function parse(text: string, { headers }: Response): unknown {
  if (text === '') return undefined;
  return isJson(headers) ? JSON.parse(text) : text;
}

function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

function isJsonOrEmpty({ status, body, headers }: HttpAnswer): boolean {
  return status === 204 || status === 304 || (isJson(headers) && body !== undefined);
}

/**
 * Creates the error for a success that cannot come from this API. The error has the status 0, so that the request is
 * retried like one without a response.
 */
export function unexpectedAnswer({ method, path }: HttpRequest, { status, body, headers }: HttpAnswer): KeyhavenError {
  const messages = [
    `the body of the answer ${status} is not one of this API; is the address that of a Keyhaven platform?`,
  ];
  const requestId = headers.get('x-request-id') ?? undefined;
  return new KeyhavenError({ status: 0, code: 'unexpected_answer', messages, method, path, requestId, body });
}

function refusal({ method, path }: HttpRequest, { status, body, headers }: HttpAnswer): KeyhavenError {
  const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'), new Date());
  const requestId = headers.get('x-request-id') ?? undefined;
  const shared = { status, method, path, requestId, retryAfterSeconds, body };
  if (isErrorBody(body)) return new KeyhavenError({ ...shared, code: body.status, messages: body.messages });
  const messages = [`the answer ${status} has no error body of this API; is the address that of a Keyhaven platform?`];
  return new KeyhavenError({ ...shared, code: 'unexpected_answer', messages });
}

function isErrorBody(body: unknown): body is { messages: string[]; status: KeyhavenErrorDetails['code'] } {
  if (typeof body !== 'object' || body === null || !('messages' in body) || !('status' in body)) return false;
  return Array.isArray(body.messages) && typeof body.status === 'string';
}

function unanswered({ method, path }: HttpRequest, error: unknown, timedOutMs: number | undefined): KeyhavenError {
  if (timedOutMs !== undefined) {
    const messages = [`no answer within ${timedOutMs} ms`];
    return new KeyhavenError({ status: 0, code: 'timed_out', messages, method, path });
  }
  // If a connection failed, the reason is in the cause of the error that fetch throws.
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  const described = cause?.message || cause?.code || String(error);
  const code = error instanceof SyntaxError ? 'unexpected_answer' : 'no_answer';
  return new KeyhavenError({ status: 0, code, messages: [described], method, path, cause: error });
}
