import type { Authorizer } from './authorizer';
import { exchange, type HttpAnswer, type HttpRequest, type Limits } from './exchange';
import { KeyhavenError } from './keyhaven-error';
import { pause } from './pause';
import { isForeignSuccess, MOST_FOREIGN_SUCCESSES, pauseBeforeRetry, type RetryOptions } from './retry';

/** An attempt that failed, and the pause before the next one. */
export interface Retry {
  error: KeyhavenError;
  /** The number of the attempt that failed, from 1. */
  attempt: number;
  pauseMs: number;
}

export interface Sender {
  fetch: typeof fetch;
  baseUrl: string;
  authorizer: Authorizer;
  onRetry?: (retry: Retry) => void;
}

/**
 * Sends a request, and retries it after temporary errors, also those of a token refresh. If the platform refuses the
 * access token with a 401, repeats the request once with a new token. Apart from Authorization, each attempt of a write
 * has the same headers, including the Idempotency-Key.
 * @param retry undefined if the request must not be retried.
 */
export async function sendRequest(
  { fetch: send, baseUrl, authorizer, onRetry }: Sender,
  request: HttpRequest,
  limits: Limits,
  retry: Required<RetryOptions> | undefined,
): Promise<HttpAnswer> {
  let refused: string | undefined;
  let foreign = 0;
  for (let attempt = 1; ;) {
    let authorization: string | undefined;
    try {
      authorization = await authorizer.header(limits, refused);
      const headers = authorization === undefined ? request.headers : { authorization, ...request.headers };
      return await exchange(send, baseUrl, { ...request, headers }, limits);
    } catch (error) {
      if (!(error instanceof KeyhavenError)) throw error;
      // If `authorization` is undefined, the token refresh got the 401, not the request.
      if (error.status === 401 && authorizer.canRenew && authorization !== undefined && refused === undefined) {
        refused = authorization;
        continue;
      }
      foreign = isForeignSuccess(error) ? foreign + 1 : 0;
      const pauseMs = retry && pauseBeforeRetry(error, attempt, retry, Math.random());
      if (pauseMs === undefined || foreign === MOST_FOREIGN_SUCCESSES) throw error;
      onRetry?.({ error, attempt, pauseMs });
      await pause(pauseMs, limits.signal);
      attempt += 1;
    }
  }
}
