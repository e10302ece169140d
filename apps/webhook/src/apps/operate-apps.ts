import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AppSettings, AppSettingsPatch } from '@keyhaven/contracts/webhook/app-settings';
import { type AccountScope, assertEchoes } from '@keyhaven/persistence/account-scope';
import { assertWebhookUrl } from '../subscriptions/create-subscription';
import { untilSendersReadAgain } from '../sending/send-delivery';
import type { WebhookStore } from '../store/webhook-store';
import { type AppBody, presentApp } from '../store/app.model';
import { findOrMakeApp } from '../store/find-app';
import { rotate } from '../store/signing-secrets';

type Answer = Promise<{ record: AppSettings; version: number }>;

/**
 * Returns the settings of an app.
 * @throws ApiError not_found if the app has neither subscriptions nor settings yet; conflict if another account created
 * the app.
 */
export async function getAppSettings(store: WebhookStore, scope: AccountScope, appKey: string): Answer {
  const app = await store.apps.get(scope, { app_key: appKey });
  await assertCreator(store, scope, appKey);
  return answerOf(app);
}

/**
 * Changes the URL and Basic credentials of an app, even before the app's first subscription. Omitted fields are kept.
 * Deliveries that begin after the response have the new credentials.
 * @throws ApiError bad_request for a URL to which nothing may be sent; conflict if another account created the app.
 */
export async function updateAppSettings(
  store: WebhookStore,
  scope: AccountScope,
  appKey: string,
  patch: AppSettingsPatch,
): Answer {
  const earlier = await store.apps.findEarlier(scope);
  const changed = earlier?.changed ?? (await changeApp(store, scope, appKey, patch));
  // A repeated request waits too, because the process of the first request may have died before the end of its wait.
  if (patch.basic !== undefined) await untilSendersReadAgain();
  return answerOf(changed);
}

async function changeApp(
  store: WebhookStore,
  scope: AccountScope,
  appKey: string,
  patch: AppSettingsPatch,
): Promise<AppBody> {
  if (patch.webhook_url != null) await assertWebhookUrl(store, patch.webhook_url);
  const { _id } = await findOrMakeApp(store, scope, appKey);
  return store.apps.update(scope, { _id }, (before) => checked(store, scope, before, { ...before, ...patch }));
}

/**
 * Adds a new signing secret. Deliveries that begin after the response are signed with it. For `keepOldHours` hours,
 * they are signed with the previous secret too. Repeated requests with the same Idempotency-Key add only one secret.
 * @throws ApiError not_found; conflict if too many secrets are valid, or if another account created the app.
 */
export async function rotateSecret(
  store: WebhookStore,
  scope: AccountScope,
  appKey: string,
  keepOldHours: number,
): Answer {
  const rotated = await store.apps.update(scope, { app_key: appKey }, (before) =>
    checked(store, scope, before, {
      ...before,
      signing_secrets: rotate(before.signing_secrets, keepOldHours, store.now()),
    }),
  );
  await untilSendersReadAgain();
  return answerOf(rotated);
}

/**
 * Checks that the account created the app, and that the request does not change a field that only the server sets.
 * @throws ApiError conflict; bad_request.
 */
async function checked(store: WebhookStore, scope: AccountScope, before: AppBody, after: AppBody) {
  await assertCreator(store, scope, before.app_key);
  // Compare the records that contain the secrets, because the records in events do not contain them.
  assertEchoes(scope, [presentApp(before), presentApp(after)]);
  return { after };
}

/**
 * Checks that no other account created the app, because deliveries of an OAuth app use the settings in the account that
 * created the app. The app's subscriptions in this account name that account. If there are none, or if they ended more
 * than 90 days ago, the check passes.
 * @throws ApiError conflict if another account created the app.
 */
async function assertCreator(store: WebhookStore, scope: AccountScope, app_key: string): Promise<void> {
  const ofOther = await store.subscriptions.findOne(scope, { app_key, app_owner_id: { $exists: true } });
  if (ofOther?.app_owner_id === undefined) return;
  throw new ApiError('conflict', `the settings of this app belong to account ${ofOther.app_owner_id}`);
}

function answerOf(body: AppBody): { record: AppSettings; version: number } {
  return { record: presentApp(body), version: body.version };
}
