import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { ended } from '../authorizations/end-authorization';
import { job } from '../jobs';
import type { IdentityStore } from '../store/identity-store';

/** The number of authorizations that are read at a time. */
const PAGE = 200;

/**
 * Deletes an app of the account. As soon as the deletion is written, the app's tokens are no longer accepted. A job
 * revokes the authorizations of the app.
 * @throws ApiError not_found.
 */
export async function deleteApp(store: IdentityStore, scope: AccountScope, client_id: string): Promise<void> {
  await store.apps.update(scope, { client_id, is_deleted: false }, (before) =>
    Promise.resolve({ after: { ...before, is_deleted: true }, jobs: [job('end_app', { client_id })] }),
  );
}

/**
 * The job that revokes the authorizations of a deleted app in all accounts. It does not wait until
 * the webhooks of the authorizations have stopped, because stopping them would take a second for
 * each authorization. The job can be repeated safely.
 */
export async function endApp(store: IdentityStore, client_id: string): Promise<void> {
  for (let last = 0; ;) {
    const page = await store.authorizationModel
      .find({ client_id, _id: { $gt: last } }, { user_id: 1, is_revoked: 1 })
      .sort({ _id: 1 })
      .limit(PAGE)
      .lean<{ _id: number; user_id: number; is_revoked: boolean }[]>();
    for (const { _id, user_id, is_revoked } of page) {
      if (is_revoked) continue;
      const unchanged = await store.authorizations.updateMany({ accountId: accountId(user_id) }, [_id], (before) =>
        before.is_revoked ? undefined : ended(before, 'app'),
      );
      if (unchanged.length > 0) throw new Error(`the authorization ${_id} was changed meanwhile`);
    }
    if (page.length < PAGE) return;
    last = page.at(-1)!._id;
  }
}
