import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Response } from 'express';

/**
 * The maximum number of long polls and streams that an account may have at one gateway. It is twice the number that one
 * process of a service allows.
 */
export const MAX_HELD_PER_ACCOUNT = 40;
const RETRY_AFTER_SECONDS = '5';

/** Counts a long poll or stream until its response has ended. @throws ApiError too_many_requests. */
export type HeldLimit = (accountId: number, response: Response) => void;

/**
 * Limits the concurrent long polls and streams of each account, so that one account cannot use up the gateway's limit
 * for all accounts.
 */
export function limitHeld(): HeldLimit {
  const counts = new Map<number, number>();
  return (accountId, response) => {
    const count = counts.get(accountId) ?? 0;
    if (count >= MAX_HELD_PER_ACCOUNT) {
      const message = `the account has ${MAX_HELD_PER_ACCOUNT} streams and waiting requests open, and can have no more; close one first`;
      throw new ApiError('too_many_requests', message, { 'Retry-After': RETRY_AFTER_SECONDS });
    }
    // The client may have disconnected while its credentials were checked.
    if (response.destroyed) return;
    counts.set(accountId, count + 1);
    response.once('close', () => {
      const others = counts.get(accountId)! - 1;
      if (others > 0) counts.set(accountId, others);
      else counts.delete(accountId);
    });
  };
}
