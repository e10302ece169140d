import { type AccountId, accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import { appKeyOf } from '@keyhaven/service/auth/caller';
import type { RequestContext } from '@keyhaven/service/http/request-context';
import { publicScope } from '@keyhaven/service/scope-of';

/**
 * An account, and the app or token whose subscriptions are accessed. If `appKey` is null, the subscriptions of all apps
 * and tokens are accessed.
 */
export interface SubscriptionScope extends AccountScope {
  readonly appKey: string | null;
}

/** An account, and the requesting app or token. An app or token can access only its own subscriptions. */
export interface AppScope extends SubscriptionScope {
  readonly appKey: string;
  /**
   * The account that created the app and stores the app's delivery settings. For a token, this is the account itself.
   */
  readonly appOwnerId: AccountId;
}

export function appScope(context: RequestContext): AppScope {
  const scope = publicScope(context);
  const { caller } = context;
  const appOwnerId = caller.app ? accountId(caller.app.ownerId) : scope.accountId;
  return { ...scope, appKey: appKeyOf(caller), appOwnerId };
}
