import { json } from 'node:stream/consumers';
import { errorRegistry, type ErrorCode } from '@keyhaven/contracts/shared/errors';
import { startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { makeTestKeys } from '@keyhaven/testing/test-keys';
import { connectServices, type PortalServices } from '../services/portal-services';

/** A request that a stub of a service received. */
export interface StubRequest {
  /** Method and path, such as POST /internal/accounts/42/webhook_subscriptions/list. */
  route: string;
  query: URLSearchParams;
  body: unknown;
}

/** The responses of the stubs, by route. */
export type StubAnswers = Record<string, (request: StubRequest) => unknown>;

export interface StubServices {
  /** The services as the portal calls them, through HTTP connections to the stubs. */
  services: Omit<PortalServices, 'identity'>;
  /** All requests, in order. A test may empty the list. */
  requests: StubRequest[];
  /** The routes of all requests, in order. */
  routes(): string[];
  /** Returns the query of the last request of a route. */
  queryOf(route: string): URLSearchParams | undefined;
  stop(): Promise<void>;
}

/** An error response of a service. */
export class Refused {
  constructor(
    readonly code: ErrorCode,
    readonly message: string,
  ) {}
}

/** Starts stubs of the services with the responses that a test gives. All other routes answer 404. */
export async function startStubServices(answers: StubAnswers): Promise<StubServices> {
  const keys = await makeTestKeys('portal');
  const requests: StubRequest[] = [];
  const server = await startLoopbackServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub');
      const body = request.method === 'GET' ? undefined : await json(request).catch(() => undefined);
      const received = { route: `${request.method} ${pathname}`, query: searchParams, body };
      requests.push(received);
      const answer = answers[received.route]?.(received) ?? new Refused('not_found', 'there is no such record');
      response.setHeader('content-type', 'application/json');
      if (answer instanceof Refused) {
        const { status } = errorRegistry[answer.code];
        response.statusCode = status;
        response.end(JSON.stringify({ messages: [answer.message], status: answer.code, status_code: status }));
      } else response.end(JSON.stringify(answer));
    })();
  });
  const services = connectServices({ sign: keys.sign, urlOf: () => server.url });
  return {
    // Several portals of a test share the stubs, so a portal must not close them.
    services: { ...services, close: () => Promise.resolve() },
    requests,
    routes: () => requests.map(({ route }) => route),
    queryOf: (route) => requests.findLast((request) => request.route === route)?.query,
    stop: async () => {
      await services.close();
      await server.close();
    },
  };
}

/** Returns a list page in the format of the API. */
export function pageOf<Item>(items: readonly Item[], next_page_url: string | null = null) {
  return { items, limit: items.length, offset: 0, count: items.length, next_page_url };
}
