import { accountId } from '@keyhaven/persistence/account-scope';
import { LRUCache } from 'lru-cache';
import type { AccountExists } from '../http/assert-account';
import type { FindUnknown } from './record-directory';

/**
 * The maximum number of cached accounts. The cached ids never become outdated, because accounts are
 * never deleted.
 */
const MAX_CACHED_ACCOUNTS = 10_000;

/**
 * Returns a function that checks whether an account exists. It caches the accounts that exist.
 * @param directory returns which of the given ids belong to no account.
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
