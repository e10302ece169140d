import { randomUUID } from 'node:crypto';
import { type Answer, describeAnswer } from './answer';
import type { Client, ClientOptions, PathRequest } from './client';
import { routeTable } from './contract/route-table';
import { readEvents } from './events/read-events';
import { authorizerOf } from './http/authorizer';
import { DEFAULT_RETRY } from './http/retry';
import { sendRequest } from './http/send-request';
import { appendQuery, type ParameterValue, writeTarget } from './http/write-target';
import { readEach } from './read-each';
import type { RequestOptions } from './request-options';

const DEFAULT_TIMEOUT_MS = 40_000;

interface SentRequest {
  method: string;
  /** The path and query. */
  target: string;
  body?: unknown;
  mustReturnJson: boolean;
}

/** The request of an operation: parameters by name, and `body`. */
type OperationRequest = Readonly<Record<string, unknown>>;

/**
 * Creates a client of a Keyhaven platform. It keeps no open connections or timers that would
 * prevent a program from exiting.
 * @throws TypeError if `baseUrl` is not an http or https URL.
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = readBaseUrl(options.baseUrl);
  const send = options.fetch ?? fetch;
  const sender = {
    fetch: send,
    baseUrl,
    authorizer: authorizerOf(options.credentials, send, baseUrl),
    onRetry: options.onRetry,
  };

  const request = async ({ method, target, body, mustReturnJson }: SentRequest, own: RequestOptions = {}) => {
    const isWrite = method !== 'GET' && method !== 'HEAD';
    const isDry = isWrite && (own.dryRun ?? options.dryRun ?? false);
    const isKeyed = isWrite && /^\/v[12]\//.test(target);
    const headers: Record<string, string> = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isKeyed ? { 'idempotency-key': own.idempotencyKey ?? randomUUID() } : {}),
      ...(isDry ? { prefer: 'dry-run' } : {}),
      ...(own.ifMatch === undefined ? {} : { 'if-match': own.ifMatch }),
      ...lowerCased(own.headers),
    };
    // Without a key, the platform would not recognize a retry and could carry out the write twice.
    if (isKeyed && !headers['idempotency-key']?.trim()) {
      throw new TypeError('the Idempotency-Key of a write must not be empty');
    }
    const retry = own.retry ?? options.retry ?? {};
    const answer = await sendRequest(
      sender,
      {
        method,
        path: target,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers,
        mustReturnJson,
      },
      { signal: own.signal, timeoutMs: (own.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS) + waitMs(target) },
      retry === false || (isWrite && !isKeyed) ? undefined : { ...DEFAULT_RETRY, ...retry },
    );
    const described = describeAnswer(answer);
    if (isDry && !described.isDryRun) {
      throw new Error(`${method} ${target} has no dry runs: the write may have been carried out`);
    }
    return described;
  };

  const answer = async (name: string, { body, ...parameters }: OperationRequest = {}, own?: RequestOptions) => {
    const { method, path } = routeTable[name]!;
    const target = writeTarget(path, parameters as Record<string, ParameterValue>);
    // Some POST routes have no body, but all of them expect JSON, so send `{}`.
    const sentBody = method === 'GET' || method === 'DELETE' ? undefined : (body ?? {});
    return request({ method, target, body: sentBody, mustReturnJson: true }, own);
  };
  const readPage = async (target: string, own?: RequestOptions) =>
    (await request({ method: 'GET', target, mustReturnJson: true }, own)).body;
  const methods = Object.fromEntries(
    Object.keys(routeTable).map((name) => [
      name,
      async (sent?: OperationRequest, own?: RequestOptions) => (await answer(name, sent, own)).body,
    ]),
  );
  const general = {
    answer,
    each: (name: string, query?: Record<string, ParameterValue>, own?: RequestOptions) =>
      readEach(writeTarget(routeTable[name]!.path, query ?? {}), (target) => readPage(target, own)),
    send: (
      method: string,
      path: string,
      { query = {}, body }: PathRequest = {},
      own?: RequestOptions,
    ): Promise<Answer<unknown>> =>
      // `send` can call any path, also one that returns an image or a text.
      request({ method: method.toUpperCase(), target: appendQuery(path, query), body, mustReturnJson: false }, own),
  };
  const client = { ...methods, ...general } as Client;
  return { ...client, readEvents: (sent) => readEvents(client.listEvents, sent) };
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl ${JSON.stringify(text)} must be an address such as https://keyhaven.example.com`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Makes header names lower case, so that a header of the caller replaces the client's own. */
function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The `wait` parameter: how long the platform may wait before it responds, in milliseconds. */
function waitMs(target: string): number {
  const wait = Number(new URLSearchParams(target.split('?')[1]).get('wait'));
  return Number.isFinite(wait) ? wait * 1000 : 0;
}
