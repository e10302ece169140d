import { ApiError } from '@keyhaven/contracts/shared/errors';
import { addressKey } from '@keyhaven/service/http/address-key';
import type { SharedCounts } from '@keyhaven/service/limits/shared-counts';
import type { Response } from 'express';

/** The account whose limit a request counts toward, or the client's address if the request has no credentials. */
export type Counted = { accountId: number } | { address: string };

/** Counts a request. @throws ApiError too_many_requests with the seconds to wait. */
export type RequestLimit = (counted: Counted, response: Response) => void;

/**
 * Limits how many requests per minute an account may send, and how many an address may send without credentials. The
 * headers of every response contain the limit.
 */
export function limitRequests(counts: SharedCounts, perMinute: number): RequestLimit {
  return (counted, response) => {
    const name = 'accountId' in counted ? `account ${counted.accountId}` : `address ${addressKey(counted.address)}`;
    const { points, msLeft } = counts.add(name, perMinute);
    const seconds = Math.max(Math.ceil(msLeft / 1000), 1);
    for (const prefix of ['RateLimit', 'X-RateLimit']) {
      response.setHeader(`${prefix}-Limit`, perMinute);
      response.setHeader(`${prefix}-Remaining`, Math.max(perMinute - points, 0));
      response.setHeader(`${prefix}-Reset`, seconds);
    }
    if (points > perMinute) {
      throw new ApiError(
        'too_many_requests',
        `${'accountId' in counted ? 'the account' : 'your address'} sent more than ${perMinute} requests in a minute; try again in ${seconds} seconds`,
        { 'Retry-After': String(seconds) },
      );
    }
  };
}
