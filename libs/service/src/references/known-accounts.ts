import { ApiError } from '@keyhaven/contracts/shared/errors';
import { idInput } from '@keyhaven/contracts/shared/inputs';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { FindUnknown } from './record-directory';

/** Answers whether an account exists. */
export type AccountExists = (userId: number) => Promise<boolean>;

/** How many accounts are remembered; accounts are never deleted. */
const REMEMBERED = 10_000;

/** @param directory finds the account among the copies of this service, or asks identity. */
export function rememberedAccounts(directory: FindUnknown): AccountExists {
  const known = new LRUCache<number, true>({ max: REMEMBERED });
  return async (userId) => {
    if (known.has(userId)) return true;
    if ((await directory({ accountId: accountId(userId) }, [userId])).length > 0) return false;
    known.set(userId, true);
    return true;
  };
}

/** Refuses requests whose path names an account that does not exist. An id that is none is left to the validation. */
export function assertAccount(exists: AccountExists): RequestHandler {
  return async (request, _response, next) => {
    const userId = idInput.safeParse(request.params.user_id);
    if (userId.success && !(await exists(userId.data))) {
      throw new ApiError('not_found', `user_id: the account ${userId.data} does not exist`);
    }
    next();
  };
}
