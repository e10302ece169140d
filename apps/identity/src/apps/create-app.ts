import { MAX_APPS, type OAuthAppImport, type OAuthAppWithSecret } from '@keyhaven/contracts/identity/oauth-apps';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { newToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import { storedSecret } from './client-secrets';

/** Client ids are not secret; they have 128 random bits so that they are unique. */
const CLIENT_ID_BYTES = 16;

/**
 * Creates an OAuth app of the account. The app gets a secret, unless it is public or an import
 * contains its secrets. Only this response and the responses to repeated requests with the same
 * Idempotency-Key contain the secret. For the repeated requests, the secret is stored encrypted.
 * @throws ApiError bad_request for a public app with secrets; conflict if the account has MAX_APPS
 *   apps, or if an app of this or another account has the client id.
 */
export async function createApp(
  store: IdentityStore,
  scope: AccountScope,
  { client_id: sentId, client_secrets: sentSecrets = [], ...fields }: OAuthAppImport,
): Promise<OAuthAppWithSecret> {
  try {
    const { record, secret } = await store.apps.create(scope, async () => {
      if (fields.is_public && sentSecrets.length > 0) {
        throw new ApiError('bad_request', 'client_secrets: are not accepted with is_public; a public app uses PKCE');
      }
      await assertRoom(store, scope);
      const client_id = sentId ?? newToken('client', CLIENT_ID_BYTES);
      const generated = fields.is_public || sentSecrets.length > 0 ? undefined : newToken('client_secret');
      const now = store.now();
      const secrets = await Promise.all(
        (generated ? [generated] : sentSecrets).map(async (secret) =>
          storedSecret(await store.ids.next('client_secret'), secret, now),
        ),
      );
      const _id = await store.ids.next('app');
      const after = { ...fields, _id, user_id: scope.accountId, version: 0, client_id, secrets, is_deleted: false };
      return { after, secret: generated };
    });
    return { app: record, client_secret: secret ?? null };
  } catch (error) {
    if (!isDuplicateKey(error) || !isDuplicateOf(error, 'client_id')) throw error;
    throw new ApiError('conflict', `client_id: ${sentId} is taken by another app; leave it out to get a new one`);
  }
}

/**
 * Throws an error if the account has the maximum number of apps. Concurrent requests may exceed the maximum by a few.
 * This does no harm, because the maximum only keeps the list short.
 */
async function assertRoom(store: IdentityStore, scope: AccountScope): Promise<void> {
  const present = await store.apps.readFields(scope, { is_deleted: false }, ['_id'], MAX_APPS);
  if (present.length < MAX_APPS) return;
  throw new ApiError('conflict', `the account has ${MAX_APPS} apps and can have no more; delete one first`);
}
