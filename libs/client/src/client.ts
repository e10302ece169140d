import type { Answer } from './answer';
import type { Operation, OperationName, Operations } from './contract/operations';
import type { EventType } from './contract/records';
import type { LoggedEvent } from './events/event';
import type { ReadEventsOptions } from './events/read-events';
import type { Credentials } from './http/credentials';
import type { RetryOptions } from './http/retry';
import type { Retry } from './http/send-request';
import type { ParameterValue } from './http/write-target';
import type { RequestOptions } from './request-options';

export interface ClientOptions {
  /** The URL of the platform, such as `https://keyhaven.example.com`. */
  baseUrl: string;
  /** The credentials for all requests. Leave them out if no request needs credentials. */
  credentials?: Credentials;
  /** The time limit of one attempt, in milliseconds. Default: 40,000; the platform's own limit is 30 seconds. */
  timeoutMs?: number;
  retry?: RetryOptions | false;
  /** Makes every write of this client a dry run. */
  dryRun?: boolean;
  /** Called before each pause after a temporary error, for logs. */
  onRetry?: (retry: Retry) => void;
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch?: typeof fetch;
}

/** Whether all fields of a request are optional. */
type MayBeEmpty<Request> = Record<never, never> extends Request ? true : false;

/** The arguments of an operation. The request is optional if all of its fields are optional. */
export type OperationArguments<Of extends Operation> =
  MayBeEmpty<Of['request']> extends true
    ? [request?: Of['request'], options?: RequestOptions]
    : [request: Of['request'], options?: RequestOptions];

/** A method for each operation. It resolves to the body of the response. */
export type OperationMethods = {
  [Name in keyof Operations]: (...sent: OperationArguments<Operations[Name]>) => Promise<Operations[Name]['answer']>;
};

/** The operations that return one page of a list. */
export type ListName = {
  [Name in OperationName]: Operations[Name]['answer'] extends { items: unknown[]; next_page_url: string | null }
    ? Name
    : never;
}[OperationName];

export type ItemOf<Name extends ListName> = Operations[Name]['answer'] extends { items: (infer Item)[] } ? Item : never;

/** A request to any path of the API. */
export interface PathRequest {
  query?: Readonly<Record<string, ParameterValue>>;
  /** The body, which is sent as JSON. */
  body?: unknown;
}

export interface Client extends OperationMethods {
  /**
   * Reads all items of a list, page by page. It follows `next_page_url`, so it misses no items if records change in the
   * meantime.
   */
  each<Name extends ListName>(name: Name, ...sent: OperationArguments<Operations[Name]>): AsyncGenerator<ItemOf<Name>>;
  /** Calls an operation and returns the response with its headers. */
  answer<Name extends OperationName>(
    name: Name,
    ...sent: OperationArguments<Operations[Name]>
  ): Promise<Answer<Operations[Name]['answer']>>;
  /**
   * Sends a request to any path, for example of version 1 of the API. Writes to paths outside `/v1`
   * and `/v2` have no Idempotency-Key, so they are not retried after errors.
   */
  send(method: string, path: string, request?: PathRequest, options?: RequestOptions): Promise<Answer<unknown>>;
  /**
   * Reads the event log continuously, in order, and waits for new events. By default it never ends;
   * leave the loop or abort `signal` to end it.
   */
  readEvents<Type extends EventType = EventType>(options?: ReadEventsOptions<Type>): AsyncGenerator<LoggedEvent<Type>>;
}
