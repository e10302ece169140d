import type { OAuthApp, OAuthAppPatch, OAuthAppWithSecret } from '@keyhaven/contracts/identity/oauth-apps';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { presentApp } from '../store/app.model';
import { newToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import { assertRoomForSecret, storedSecret, withoutSecret } from './client-secrets';

/** Changes an app of the account. Fields that are not sent keep their values. @throws ApiError not_found. */
export async function changeApp(
  store: IdentityStore,
  scope: AccountScope,
  client_id: string,
  patch: OAuthAppPatch,
): Promise<OAuthApp> {
  const filter = { client_id, is_deleted: false };
  return presentApp(
    await store.apps.update(scope, filter, (before) => Promise.resolve({ after: { ...before, ...patch } })),
  );
}

/**
 * Adds a client secret, which only this response contains.
 * @throws ApiError not_found; conflict for a public app, or if the app already has the maximum number of secrets.
 */
export async function addAppSecret(
  store: IdentityStore,
  scope: AccountScope,
  client_id: string,
): Promise<OAuthAppWithSecret> {
  const client_secret = newToken('client_secret');
  const secret = storedSecret(await store.ids.next('client_secret'), client_secret, store.now());
  const body = await store.apps.update(scope, { client_id, is_deleted: false }, (before) => {
    assertRoomForSecret(before);
    return Promise.resolve({ after: { ...before, secrets: [...before.secrets, secret] } });
  });
  return { app: presentApp(body), client_secret };
}

/**
 * Revokes a client secret immediately. @throws ApiError not_found; conflict for the app's only
 * secret.
 */
export async function removeAppSecret(
  store: IdentityStore,
  scope: AccountScope,
  client_id: string,
  secretId: number,
): Promise<OAuthApp> {
  return presentApp(
    await store.apps.update(scope, { client_id, is_deleted: false }, (before) =>
      Promise.resolve({ after: { ...before, secrets: withoutSecret(before, secretId) } }),
    ),
  );
}
