import type { AuthorizationBegin, AuthorizationRevocation } from '@keyhaven/contracts/webhook/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import { enqueueNotices } from '../fan-out/enqueue-deliveries';
import type { Dispatcher } from '../sending/dispatcher';
import { untilSendersReadAgain } from '../sending/send-delivery';
import { isVisible } from '../store/subscription.model';
import { termOf } from '../store/app.model';
import type { WebhookStore } from '../store/webhook-store';
import { findOrMakeApp } from '../store/find-app';
import { job } from '../jobs';

/**
 * Stops all deliveries from an account to an app, except for the notice of the revocation. One write is enough, because
 * every delivery attempt reads the app's document. Processes may use an earlier read of this document for a short time,
 * so the response is sent only after this time.
 */
export async function revokeAuthorization(
  store: WebhookStore,
  { user_id, app_key, revocation_id, term, is_notified }: AuthorizationRevocation,
): Promise<{ outcome: 'stopped' }> {
  const scope = { accountId: accountId(user_id) };
  // Store the app even if it has no subscriptions. Otherwise a process that does not know of the revocation could
  // accept a subscription from this app.
  const { _id } = await findOrMakeApp(store, scope, app_key);
  await store.apps.update(scope, { _id }, (before) =>
    Promise.resolve(
      before.revoked_utc || term < termOf(before)
        ? undefined
        : {
            after: { ...before, revoked_utc: store.now(), term },
            jobs: [job('end_authorization', { app_key, revocation_id, is_notified })],
          },
    ),
  );
  await untilSendersReadAgain();
  return { outcome: 'stopped' };
}

/**
 * Lets an OAuth app subscribe again in an account that has authorized it again. If this authorization is already
 * revoked when the call arrives, the call changes nothing.
 */
export async function beginAuthorization(
  store: WebhookStore,
  { user_id, app_key, term }: AuthorizationBegin,
): Promise<{ outcome: 'begun' }> {
  const scope = { accountId: accountId(user_id) };
  const { _id } = await findOrMakeApp(store, scope, app_key);
  await store.apps.update(scope, { _id }, (before) =>
    Promise.resolve(term <= termOf(before) ? undefined : { after: { ...before, revoked_utc: null, term } }),
  );
  return { outcome: 'begun' };
}

/**
 * Ends the app's subscriptions. If `is_notified` is true, first sends the notice of the revocation to the URLs of the
 * subscriptions that are not disabled: once to each URL, always with the same event id. Safe to repeat.
 */
export async function endAuthorization(
  store: WebhookStore,
  dispatcher: Dispatcher,
  userId: number,
  { app_key, revocation_id, is_notified }: { app_key: string; revocation_id: string; is_notified: boolean },
): Promise<void> {
  const scope = { accountId: accountId(userId) };
  const present = await store.subscriptions.find(scope, { app_key, status: { $nin: ['deleted'] } }, { limit: 10_000 });
  const all = present.filter((one) => isVisible(one) || one.revocation_id === revocation_id);
  // `all` includes subscriptions that an interrupted run has ended, so that each run picks the same subscription for a
  // URL. The end of a subscription does not change its `disabled_reason`.
  const recipients = all.filter(({ disabled_reason }) => disabled_reason === null).reverse();
  const oneOfEachAddress = [...new Map(recipients.map((one) => [one.endpoint_id, one])).values()];
  const app = await store.apps.get(scope, { app_key });
  const occurred_utc = (app.revoked_utc ?? store.now()).toISOString();
  const payload = {
    id: revocation_id,
    user_id: userId,
    action: 'application_authorization_revoked',
    entity_type: 'user',
    entity_id: userId,
    categories: [],
    entity: { id: userId },
    occurred_utc,
    version: app.version,
  };
  const notices = [{ payload, body: JSON.stringify(payload), isNotice: true, subscriptions: oneOfEachAddress }];
  await enqueueNotices(store, dispatcher, is_notified ? notices : []);
  for (const { _id } of all) {
    await store.subscriptions.update(scope, { _id }, (before) =>
      Promise.resolve(
        isVisible(before)
          ? {
              after: { ...before, status: 'revoked', identity: undefined, revocation_id },
              jobs: [job('end_deliveries', { status: 'canceled' })],
            }
          : undefined,
      ),
    );
  }
}
