import type { AppSettings, AppSettingsPatch } from '@keyhaven/contracts/webhook/app-settings';
import { type AccountScope, assertEchoes } from '@keyhaven/persistence/account-scope';
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
 * Changes address and Basic credentials, also before the first subscription; what is not sent stays.
 * @throws ApiError bad_request for an address that nothing may be sent to.
 */
export async function updateAppSettings(
  store: WebhookStore,
  scope: AccountScope,
  appKey: string,
  patch: AppSettingsPatch,
): Answer {
  const earlier = await store.apps.findEarlier(scope);
  if (earlier?.changed) return shown(earlier.changed);
  if (patch.webhook_url != null) await assertWebhookUrl(store, patch.webhook_url);
  const { _id } = await findOrMakeApp(store, scope, appKey);
  const changed = await store.apps.update(scope, { _id }, (before) => judged(scope, before, { ...before, ...patch }));
  return shown(changed);
}

/**
 * Signs with a new secret, and for some hours with the present one too; once under one Idempotency-Key.
 * @throws ApiError not_found; conflict when too many secrets are in force.
 */
export async function rotateSecret(
  store: WebhookStore,
  scope: AccountScope,
  appKey: string,
  keepOldHours: number,
): Answer {
  const rotated = await store.apps.update(scope, { app_key: appKey }, (before) =>
    judged(scope, before, { ...before, signing_secrets: rotate(before.signing_secrets, keepOldHours, store.now()) }),
  );
  return shown(rotated);
}

/** Allows a change of an app unless it changes a field that only the server decides. @throws ApiError bad_request. */
function judged(scope: AccountScope, before: AppBody, after: AppBody) {
  // Events leave out the secrets, so that the record that they carry cannot be compared.
  assertEchoes(scope, [presentApp(before), presentApp(after)]);
  return Promise.resolve({ after });
}

function shown(body: AppBody): { record: AppSettings; version: number } {
  return { record: presentApp(body), version: body.version };
}
