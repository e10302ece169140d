import { MAX_APPS, type OAuthApp } from '@keyhaven/contracts/identity/oauth-apps';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { presentApp } from '../store/app.model';
import type { IdentityStore } from '../store/identity-store';

/** Lists the OAuth apps that the account has created, oldest first. */
export async function listApps(store: IdentityStore, scope: AccountScope): Promise<{ items: OAuthApp[] }> {
  // Parallel requests may have created a few apps more than the limit.
  const found = await store.apps.find(scope, { is_deleted: false }, { limit: 2 * MAX_APPS });
  return { items: found.map(presentApp) };
}

/** Reads an app of the account. @throws ApiError not_found. */
export async function readApp(store: IdentityStore, scope: AccountScope, client_id: string): Promise<OAuthApp> {
  return presentApp(await store.apps.get(scope, { client_id, is_deleted: false }));
}
