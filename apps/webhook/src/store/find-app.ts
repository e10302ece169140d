import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { WebhookStore } from './webhook-store';
import type { AppBody } from './app.model';
import { newSecret } from './signing-secrets';

/** Finds the settings of an app in an account. Returns undefined if the app has none there yet. */
export async function findApp(store: WebhookStore, scope: AccountScope, appKey: string): Promise<AppBody | undefined> {
  return store.apps.findOne(withoutRequestHeaders(scope), { app_key: appKey });
}

/** Finds the settings of an app in an account. If there are none, creates them with a first signing secret. */
export async function findOrMakeApp(store: WebhookStore, scope: AccountScope, appKey: string): Promise<AppBody> {
  return (await findApp(store, scope, appKey)) ?? makeApp(store, scope, appKey);
}

/**
 * Creates the settings of an app in an account. If another request has created them in the meantime, returns the
 * existing ones.
 */
export async function makeApp(store: WebhookStore, scope: AccountScope, appKey: string): Promise<AppBody> {
  const own = withoutRequestHeaders(scope);
  try {
    const { document } = await store.apps.create(own, async () => ({
      after: {
        _id: await store.ids.next('webhook_app'),
        user_id: scope.accountId,
        version: 0,
        app_key: appKey,
        webhook_url: null,
        basic: null,
        signing_secrets: [newSecret(store.now())],
        revoked_utc: null,
      },
    }));
    return document!;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return store.apps.get(own, { app_key: appKey });
  }
}
