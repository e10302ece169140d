import { DRY_RUN, PREFERENCE_APPLIED_HEADER } from '@keyhaven/contracts/shared/dry-run';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { faultOfAnswer } from './fault-of-answer';

/** An HTTP response. `body` is undefined if the response had no body. */
export interface Answer<Body = any> {
  status: number;
  body: Body;
  headers: Headers;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** A body that is sent unchanged, instead of `body` as JSON. */
  rawBody?: string;
}

/**
 * A client of one service's HTTP API. Every response is checked against the contracts: a status that the contract does
 * not declare, or a body that does not match its schema, fails the test.
 */
export class CheckedClient {
  constructor(
    private readonly url: string,
    private readonly contracts: readonly Record<string, AppRoute>[],
    private readonly headers: () => Promise<Record<string, string>> = () => Promise.resolve({}),
  ) {}

  /** Returns a client that sends these headers with every request. */
  withHeaders(more: Record<string, string>): CheckedClient {
    return new CheckedClient(this.url, this.contracts, async () => ({ ...(await this.headers()), ...more }));
  }

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return this.request('GET', path, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request('POST', path, { body, ...options });
  }

  patch(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request('PATCH', path, { body, ...options });
  }

  delete(path: string, options?: RequestOptions): Promise<Answer> {
    return this.request('DELETE', path, options);
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(this.url + path, {
      method,
      body,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(await this.headers()),
        ...options.headers,
      },
      redirect: 'manual',
    });
    const text = await response.text();
    const answer: Answer = {
      status: response.status,
      body: parsed(text, response.headers.get('content-type')),
      headers: response.headers,
    };
    this.check(method, path, answer);
    return answer;
  }

  private check(method: string, path: string, { status, body, headers }: Answer): void {
    // The test calls a route that only the test defines, so there is no contract.
    if (this.contracts.length === 0) return;
    const route = this.contracts
      .flatMap((contract) => Object.values(contract))
      .find((candidate) => serves(candidate, method, path));
    if (!route) return this.checkUnrouted(method, path, status);
    // A 304 has no body, because the client has already received the body with a 200.
    if (status === 304 && method === 'GET' && body === undefined) return;
    const fault = faultOfAnswer(route, { status, body, isDry: headers.get(PREFERENCE_APPLIED_HEADER) === DRY_RUN });
    if (fault !== undefined) throw new Error(`${method} ${path} answered ${fault}`);
  }

  /**
   * Checks the status of a response for a path without a contract. It must be 404, 405 or 410, or
   * the status of a refusal before routing.
   */
  private checkUnrouted(method: string, path: string, status: number): void {
    if (![400, 401, 404, 405, 410].includes(status))
      throw new Error(`${method} ${path} answered ${status}, but no contract has such a route`);
  }
}

/** The body of a response: parsed JSON, or the text of a feed. */
function parsed(text: string, type: string | null): unknown {
  if (text === '') return undefined;
  return type?.startsWith('application/atom+xml') ? text : JSON.parse(text);
}

function serves(route: AppRoute, method: string, path: string): boolean {
  const pattern = route.path.replace(/:[^/]+/g, '[^/]+');
  return route.method === method && new RegExp(`^${pattern}/?$`).test(path.split('?')[0]!);
}
