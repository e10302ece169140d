import type { RetryOptions } from './http/retry';

/** Options of one request. */
export interface RequestOptions {
  signal?: AbortSignal;
  /** The time limit of one attempt, in milliseconds. A `wait` of the request is added. */
  timeoutMs?: number;
  /** `false` sends the request once. */
  retry?: RetryOptions | false;
  /**
   * The key under which the platform carries out a write only once, for at least 24 hours. By default the client makes one
   * for each call, and sends it with each attempt. Store your own key to repeat a call after your program was restarted.
   */
  idempotencyKey?: string;
  /** The `etag` of your read. A write gets a 412 if another request has changed the record since. */
  ifMatch?: string;
  /** Evaluates and answers a write without carrying it out. New ids in the answer are null. */
  dryRun?: boolean;
  /** More headers, for example `X-Request-Id`. */
  headers?: Record<string, string>;
}
