import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { RequestContext } from './http/request-context';

/** The scope of a request to the public API: the account of its credentials. */
export function publicScope(context: RequestContext): AccountScope {
  const { caller, deadline, idempotency, ifMatchVersion, echoes } = context;
  if (caller.accountId === undefined) throw new Error('a public request has no account');
  return { accountId: accountId(caller.accountId), deadline, idempotency, ifMatchVersion, echoes, isByClient: true };
}

/** The scope of a request to the operator API: the account in its path. */
export function operatorScope(context: RequestContext, userId: number): AccountScope {
  const { deadline, idempotency, ifMatchVersion, echoes } = context;
  return { accountId: accountId(userId), deadline, idempotency, ifMatchVersion, echoes, isByClient: true };
}
