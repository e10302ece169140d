import { ApiError } from '@keyhaven/contracts/shared/errors';
import { idInput } from '@keyhaven/contracts/shared/inputs';
import type { RequestHandler } from 'express';

/** Returns whether an account exists. */
export type AccountExists = (userId: number) => Promise<boolean>;

/**
 * Refuses a request if the account in its path does not exist. Malformed ids pass, because the
 * validation of the route refuses them later.
 */
export function assertAccount(exists: AccountExists): RequestHandler {
  return async (request, _response, next) => {
    const userId = idInput.safeParse(request.params.user_id);
    if (userId.success && !(await exists(userId.data))) {
      throw new ApiError('not_found', `user_id: the account ${userId.data} does not exist`);
    }
    next();
  };
}
