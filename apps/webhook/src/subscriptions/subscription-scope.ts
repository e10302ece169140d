import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { RequestContext } from '@keyhaven/service/http/request-context';
import { publicScope } from '@keyhaven/service/scope-of';

/** An account, and the app or token that asks for it: each sees its own subscriptions alone. */
export interface AppScope extends AccountScope {
  readonly appKey: string;
}

/** The scope of a request on the public face. */
export function appScope(context: RequestContext): AppScope {
  return { ...publicScope(context), appKey: context.caller.credentialId ?? context.caller.issuer };
}
