import { accountId } from '@keyhaven/persistence/account-scope';
import { LRUCache } from 'lru-cache';
import type { AccountExists } from '../http/assert-account';
import type { FindUnknown } from './record-directory';

/** The number of accounts that are cached. Cached accounts cannot become wrong, because accounts are never deleted. */
const MAX_CACHED_ACCOUNTS = 10_000;

/**
 * Tells whether an account exists, and caches accounts that do.
 * @param directory finds the account among the copies of this service, or asks the identity service.
 */
export function rememberedAccounts(directory: FindUnknown): AccountExists {
  const known = new LRUCache<number, true>({ max: MAX_CACHED_ACCOUNTS });
  return async (userId) => {
    if (known.has(userId)) return true;
    if ((await directory({ accountId: accountId(userId) }, [userId])).length > 0) return false;
    known.set(userId, true);
    return true;
  };
}
