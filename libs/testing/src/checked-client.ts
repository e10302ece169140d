import type { AppRoute } from '@ts-rest/core';
import type { z } from 'zod';

/** An answer; `body` is undefined when there was none. */
export interface Answer<Body = any> {
  status: number;
  body: Body;
  headers: Headers;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Sent unchanged, instead of `body` as JSON. */
  rawBody?: string;
}

/**
 * A client of one service's HTTP interface. Every answer is checked against the contracts: a status that the contract
 * does not declare, or a body that it does not describe, fails the test.
 */
export class CheckedClient {
  constructor(
    private readonly url: string,
    private readonly contracts: readonly Record<string, AppRoute>[],
    private readonly headers: () => Promise<Record<string, string>> = () => Promise.resolve({}),
  ) {}

  /** A client that sends the given headers with every request. */
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
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    };
    this.check(method, path, answer);
    return answer;
  }

  private check(method: string, path: string, { status, body }: Answer): void {
    // A route of the test itself, which has no contract.
    if (this.contracts.length === 0) return;
    const route = this.contracts
      .flatMap((contract) => Object.values(contract))
      .find((candidate) => serves(candidate, method, path));
    if (!route) return this.checkUnrouted(method, path, status);
    // The client has the body of the 200 answer already.
    if (status === 304 && method === 'GET' && body === undefined) return;
    const schema = (route.responses as Record<number, z.ZodType>)[status];
    if (!schema)
      throw new Error(
        `${method} ${path} answered ${status}, which its contract does not declare: ${JSON.stringify(body)}`,
      );
    const result = schema.safeParse(body);
    if (!result.success)
      throw new Error(
        `${method} ${path} answered ${status} outside its contract: ${result.error.message}\n${JSON.stringify(body)}`,
      );
    const unknown = unknownFields(body, result.data, '');
    if (unknown.length > 0)
      throw new Error(`${method} ${path} answered fields that its contract does not have: ${unknown.join(', ')}`);
  }

  /** Paths without a contract answer 404, 405 or 410, or are refused before routing. */
  private checkUnrouted(method: string, path: string, status: number): void {
    if (![400, 401, 404, 405, 410].includes(status))
      throw new Error(`${method} ${path} answered ${status}, but no contract has such a route`);
  }
}

function serves(route: AppRoute, method: string, path: string): boolean {
  const pattern = route.path.replace(/:[^/]+/g, '[^/]+');
  return route.method === method && new RegExp(`^${pattern}/?$`).test(path.split('?')[0]!);
}

/** Fields of a body that its contract does not have. */
function unknownFields(body: unknown, parsed: unknown, at: string): string[] {
  if (typeof body !== 'object' || body === null || typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    key in parsed ? unknownFields(value, (parsed as Record<string, unknown>)[key], `${at}${key}.`) : [`${at}${key}`],
  );
}
