import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthorizationRevocation } from '@keyhaven/contracts/webhook/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import { enqueueDeliveries } from '../fan-out/enqueue-deliveries';
import type { Dispatcher } from '../sending/dispatcher';
import { GRANTS_COUNT_MS } from '../sending/send-delivery';
import { isKept } from '../store/subscription.model';
import type { WebhookStore } from '../store/webhook-store';
import { findOrMakeApp } from '../store/find-app';
import { job } from '../jobs';

/**
 * Stops all deliveries to an app for an account by one write, which every attempt reads. It answers only when no
 * process can still rely on an older read, so that from then on nothing but the notice is sent.
 */
export async function revokeAuthorization(
  store: WebhookStore,
  { user_id, app_key, revocation_id }: AuthorizationRevocation,
): Promise<{ outcome: 'stopped' }> {
  const scope = { accountId: accountId(user_id) };
  // An app without subscriptions is stored too: a process that has not learned of the revocation could still accept its
  // subscription.
  const { _id } = await findOrMakeApp(store, scope, app_key);
  await store.apps.update(scope, { _id }, (before) =>
    Promise.resolve(
      before.revoked_utc
        ? undefined
        : {
            after: { ...before, revoked_utc: store.now() },
            jobs: [job('end_authorization', { app_key, revocation_id })],
          },
    ),
  );
  await sleep(GRANTS_COUNT_MS);
  return { outcome: 'stopped' };
}

/** Notifies each address of the app, under one id, and ends its subscriptions. Safe to repeat. */
export async function endAuthorization(
  store: WebhookStore,
  dispatcher: Dispatcher,
  userId: number,
  { app_key, revocation_id }: { app_key: string; revocation_id: string },
): Promise<void> {
  const scope = { accountId: accountId(userId) };
  const all = await store.subscriptions.find(scope, { app_key, status: { $nin: ['deleted'] } }, { limit: 10_000 });
  // Includes subscriptions that an interrupted run has ended, so that the same one represents each address.
  const recipients = all.filter(({ status }) => status !== 'disabled').reverse();
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
  await enqueueDeliveries(store, dispatcher, [
    { payload, body: JSON.stringify(payload), isNotice: true, subscriptions: oneOfEachAddress },
  ]);
  for (const { _id } of all) {
    await store.subscriptions.update(scope, { _id }, (before) =>
      Promise.resolve(
        isKept(before)
          ? {
              after: { ...before, status: 'revoked', identity: undefined },
              jobs: [job('end_deliveries', { status: 'canceled' })],
            }
          : undefined,
      ),
    );
  }
}
