import { insertParamsIntoPath } from '@keyhaven/contracts/platform/ts-rest';
import { until } from '@keyhaven/testing/until';
import type { DemoPlatform } from './demo-platform';
import type { ExampleRequest, ExampleResponse } from './example';
import { type OperationId, routeOf, type SuccessBody } from './public-routes';

/** A request of the scenario. The scenario is the sequence of calls from which the examples are recorded. */
interface Sent extends Pick<ExampleRequest, 'query' | 'headers' | 'body'> {
  /** The parameters in the path. */
  params?: Record<string, number | string>;
}

/** The expected properties of the response. */
interface Expected {
  /** The default is the status of a successful response of the route. */
  status?: number;
  /**
   * Whether the response may have different fields on another day, because the demo data depend on
   * the day.
   */
  varies?: boolean;
}

/** A call of the scenario with the response. */
export interface Exchange {
  operation: OperationId;
  title: string;
  request: ExampleRequest;
  response: ExampleResponse;
  varies: boolean;
}

/** Sends a request to the platform, for example with fetch or by running a sample. */
export type Send = (request: ExampleRequest) => Promise<ExampleResponse>;

/** Makes the calls of the scenario, one after another. */
export interface Scenario {
  platform: DemoPlatform;
  /**
   * Calls a public route. The call becomes an example of the route.
   * @throws Error if the response does not have the expected status.
   */
  call: <Operation extends OperationId>(
    operation: Operation,
    title: string,
    sent?: Sent,
    expected?: Expected,
  ) => Promise<SuccessBody<Operation>>;
  /** Calls a public route without recording the call as an example. */
  prepare: <Operation extends OperationId>(operation: Operation, sent?: Sent) => Promise<SuccessBody<Operation>>;
}

/**
 * @param send a function that sends the calls that become examples.
 * @param sendQuietly a function that sends the calls that do not become examples.
 */
export function startScenario(
  platform: DemoPlatform,
  send: Send,
  sendQuietly: Send,
  onExchange: (exchange: Exchange) => void,
): Scenario {
  return {
    platform,
    call: async (operation, title, sent = {}, { status = successOf(operation), varies = false } = {}) => {
      const request = build(operation, sent);
      const response = await sendUntilAvailable(send, request);
      checkStatus(operation, request, response, status);
      onExchange({ operation, title, request, response, varies });
      return response.body as SuccessBody<typeof operation>;
    },
    prepare: async (operation, sent = {}) => {
      const request = build(operation, sent);
      const response = await sendUntilAvailable(sendQuietly, request);
      checkStatus(operation, request, response, successOf(operation));
      return response.body as SuccessBody<typeof operation>;
    },
  };
}

/** Repeats a request that gets a 503, because on a busy machine a service might not respond in time. */
function sendUntilAvailable(send: Send, request: ExampleRequest): Promise<ExampleResponse> {
  return until(async () => {
    const response = await send(request);
    return response.status === 503 ? undefined : response;
  });
}

function build(operation: OperationId, { params = {}, ...sent }: Sent): ExampleRequest {
  const { method, path } = routeOf(operation);
  const encoded = Object.entries(params).map(([name, value]) => [name, encodeURIComponent(String(value))]);
  const target = insertParamsIntoPath({ path, params: Object.fromEntries(encoded) as Record<string, string> });
  return { method, path: target, ...sent };
}

function successOf(operation: OperationId): number {
  return Math.min(...Object.keys(routeOf(operation).responses).map(Number));
}

function checkStatus(operation: OperationId, request: ExampleRequest, response: ExampleResponse, status: number): void {
  if (response.status === status) return;
  const answer = JSON.stringify(response.body);
  throw new Error(
    `${operation}: ${request.method} ${request.path} answered ${response.status} instead of ${status}: ${answer}`,
  );
}
