import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What requests are counted by: an account, or an address that sends no credentials. */
export type Counted = { accountId: number } | { address: string };

/** Counts a request. @throws ApiError too_many_requests with the seconds to wait. */
export type RequestLimit = (counted: Counted, response: Response) => Promise<void>;

/**
 * Limits the requests that an account, or an address without credentials, may send in a minute, and shows the limit in
 * the headers of every answer. Each gateway process counts separately: behind a load balancer, the real limit is
 * multiplied by the number of processes.
 */
export function limitRequests(perMinute: number): RequestLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (counted, response) => {
    const name = 'accountId' in counted ? `account ${counted.accountId}` : `address ${counted.address}`;
    const state = await limiter.consume(name).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    const seconds = Math.max(Math.ceil(state.msBeforeNext / 1000), 1);
    for (const prefix of ['RateLimit', 'X-RateLimit']) {
      response.setHeader(`${prefix}-Limit`, perMinute);
      response.setHeader(`${prefix}-Remaining`, state.remainingPoints);
      response.setHeader(`${prefix}-Reset`, seconds);
    }
    if (state.consumedPoints > perMinute) {
      throw new ApiError(
        'too_many_requests',
        `${'accountId' in counted ? 'the account' : 'your address'} sent more than ${perMinute} requests in a minute; try again in ${seconds} seconds`,
        { 'Retry-After': String(seconds) },
      );
    }
  };
}
