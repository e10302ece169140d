import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { RequestContext } from './http/request-context';

/** Returns the scope of a public request: the account to which the credentials belong. */
export function publicScope(context: RequestContext): AccountScope {
  const { caller, deadline, idempotency, ifMatchVersion, echoes } = context;
  if (caller.accountId === undefined) throw new Error('a public request has no account');
  return { accountId: accountId(caller.accountId), deadline, idempotency, ifMatchVersion, echoes, isByClient: true };
}

/** Returns the scope of an operator request: the account in the path. */
export function operatorScope(context: RequestContext, userId: number): AccountScope {
  const { deadline, idempotency, ifMatchVersion, echoes } = context;
  return { accountId: accountId(userId), deadline, idempotency, ifMatchVersion, echoes, isByClient: true };
}
