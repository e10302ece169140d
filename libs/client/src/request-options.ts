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
   * For at least 24 hours, the platform carries out only one write with the same key. By default, the client generates
   * a key for each call and sends it with each attempt. To repeat a call after a restart of your program, pass a key
   * that you have stored.
   */
  idempotencyKey?: string;
  /**
   * The `etag` of the record that you read. If the record has changed since then, the platform refuses the write with
   * 412.
   */
  ifMatch?: string;
  /**
   * Makes a write a dry run: the platform evaluates the request and responds, but writes nothing. New ids in the
   * response are null.
   */
  dryRun?: boolean;
  /** More headers, for example `X-Request-Id`. */
  headers?: Record<string, string>;
}
