import type { Account, AccountCreation, AccountPatch } from '@keyhaven/contracts/identity/identity';
import type { RequestContext } from '@keyhaven/service/http/mount-contract';
import { operatorScope } from '@keyhaven/service/scope-of';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { IdentityStore } from '../store/identity-store';
import { presentAccountRecord } from '../store/account.model';

/**
 * Creates an account. A repeated request gets the response of the first request, even if the account has changed.
 * @throws ApiError idempotency_key_reused.
 */
export async function createAccount(
  store: IdentityStore,
  context: RequestContext,
  input: AccountCreation,
): Promise<Account> {
  const made = (await accountMadeBy(store, context)) ?? (await store.ids.next('account'));
  try {
    return await createAs(store, operatorScope(context, made), input);
  } catch (error) {
    // A parallel request with the same key may have created the account first.
    const other = isDuplicateKey(error) ? await accountMadeBy(store, context) : undefined;
    if (other === undefined) throw error;
    return createAs(store, operatorScope(context, other), input);
  }
}

/**
 * Returns the id of the account that an earlier request with this key created, or would have created if the request had
 * not been refused. Does not use the repository, because a repository finds only records of a known account.
 */
async function accountMadeBy(store: IdentityStore, { idempotency }: RequestContext): Promise<number | undefined> {
  if (!idempotency) return undefined;
  const found = await store.accountModel.findOne({ 'idempotency.key': idempotency.key }, { user_id: 1 }).lean();
  return found?.user_id;
}

async function createAs(store: IdentityStore, scope: AccountScope, input: AccountCreation): Promise<Account> {
  const { record } = await store.accounts.create(scope, () => {
    const body = {
      is_property_management: false,
      taxes_remitted_by: 'manager' as const,
      ...input,
      _id: scope.accountId,
      user_id: scope.accountId,
      version: 0,
    };
    return Promise.resolve({ after: body });
  });
  return { ...record, version: 1 };
}

/**
 * Changes an account. Fields that are not sent keep their values.
 * @throws ApiError not_found, precondition_failed.
 */
export async function updateAccount(store: IdentityStore, scope: AccountScope, patch: AccountPatch): Promise<Account> {
  const body = await store.accounts.update(scope, { _id: scope.accountId }, (before) =>
    Promise.resolve({ after: { ...before, ...patch } }),
  );
  return { ...presentAccountRecord(body), version: body.version };
}
