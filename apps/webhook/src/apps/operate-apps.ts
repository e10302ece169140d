import type { AppSettings, AppSettingsPatch } from '@keyhaven/contracts/webhook/app-settings';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { assertWebhookUrl } from '../subscriptions/create-subscription';
import type { WebhookStore } from '../store/webhook-store';
import { type AppBody, presentApp } from '../store/app.model';
import { findOrMakeApp } from '../store/find-app';
import { rotate } from '../store/signing-secrets';

type Answer = Promise<{ record: AppSettings; version: number }>;

/** Reads how an app's deliveries are sent. @throws ApiError not_found before its first subscription or setting. */
export async function getAppSettings(store: WebhookStore, scope: AccountScope, appKey: string): Answer {
  return shown(await store.apps.get(scope, { app_key: appKey }));
}

/**
 * Changes address and Basic credentials, also before the first subscription; what is not sent stays. Repetitions under one
 * Idempotency-Key are answered the settings as they are by then: nothing but the app itself keeps its secrets.
 */
export async function updateAppSettings(
  store: WebhookStore,
  scope: AccountScope,
  appKey: string,
  patch: AppSettingsPatch,
): Answer {
  if (patch.webhook_url != null) await assertWebhookUrl(store, patch.webhook_url);
  const { _id } = await findOrMakeApp(store, scope, appKey);
  await store.apps.updateOnce(scope, { _id }, (before) =>
    Promise.resolve({ after: { ...before, ...patch }, answersRequest: {} }),
  );
  return shown(await store.apps.get(scope, { _id }));
}

/**
 * Signs with a new secret, and for some hours with the present one too; once under one Idempotency-Key. Repetitions are
 * answered the settings as they are by then: nothing but the app itself keeps its secrets.
 * @throws ApiError not_found; conflict when too many secrets are in force.
 */
export async function rotateSecret(
  store: WebhookStore,
  scope: AccountScope,
  appKey: string,
  keepOldHours: number,
): Answer {
  const filter = { app_key: appKey };
  await store.apps.updateOnce(scope, filter, (before) =>
    Promise.resolve({
      after: { ...before, signing_secrets: rotate(before.signing_secrets, keepOldHours, store.now()) },
      answersRequest: {},
    }),
  );
  return shown(await store.apps.get(scope, filter));
}

function shown(body: AppBody): { record: AppSettings; version: number } {
  return { record: presentApp(body), version: body.version };
}
