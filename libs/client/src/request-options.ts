import type { RetryOptions } from './http/retry';

/** Options of one request. */
export interface RequestOptions {
  signal?: AbortSignal;
  /**
   * The time limit of one attempt, in milliseconds. The `wait` parameter of the request is added to
   * it.
   */
  timeoutMs?: number;
  /** `false` sends the request once, without retries. */
  retry?: RetryOptions | false;
  /**
   * The platform carries out writes with the same key only once, for at least 24 hours. By default
   * the client makes one key for each call, and sends it with each attempt. To repeat a call after
   * a restart of your program, pass a key that you have stored.
   */
  idempotencyKey?: string;
  /**
   * The `etag` of the record that you read. The platform answers a write with 412 if the record has
   * changed since.
   */
  ifMatch?: string;
  /**
   * Makes a write a dry run: the platform evaluates it and answers, but writes nothing. New ids in
   * the answer are null.
   */
  dryRun?: boolean;
  /** More headers, for example `X-Request-Id`. */
  headers?: Record<string, string>;
}
