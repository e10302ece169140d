import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { RequestContext } from '@keyhaven/service/http/request-context';
import { publicScope } from '@keyhaven/service/scope-of';

/** An account and the requesting app or token: each sees only its own subscriptions. */
export interface AppScope extends AccountScope {
  readonly appKey: string;
}

/** The scope of a public request. */
export function appScope(context: RequestContext): AppScope {
  return { ...publicScope(context), appKey: context.caller.credentialId ?? context.caller.issuer };
}
