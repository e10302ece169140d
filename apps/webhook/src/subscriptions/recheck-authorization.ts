import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { job } from '../jobs';
import { termOf } from '../store/app.model';
import { findApp } from '../store/find-app';
import { isVisible } from '../store/subscription.model';
import type { WebhookStore } from '../store/webhook-store';
import { authorizationRevoked } from './create-subscription';

/**
 * Ends a new subscription if the authorization of its app was revoked while the subscription was being created. The job
 * of the revocation may have read the app's subscriptions before this one was stored. Safe to repeat.
 * @param term the authorization that the request found in force, see `AppDocument.term`.
 * @param answering whether the request that creates the subscription still waits for this job.
 * @throws ApiError forbidden if the subscription was ended and the request waits. Without a waiting request, an error
 *   would only repeat the job for ever.
 */
export async function recheckAuthorization(
  store: WebhookStore,
  scope: AccountScope,
  id: number,
  { app_key, term }: { app_key: string; term: number },
  answering: boolean,
): Promise<void> {
  const app = await findApp(store, scope, app_key);
  if (!app?.revoked_utc && termOf(app) === term) return;
  const subscription = await store.subscriptions.update(scope, { _id: id }, (before) =>
    Promise.resolve(
      isVisible(before)
        ? {
            after: { ...before, status: 'revoked', identity: undefined },
            jobs: [job('end_deliveries', { status: 'canceled' })],
            forgetsAnswer: answering,
          }
        : undefined,
    ),
  );
  // A subscription that the revocation itself has ended was created before the revocation, so its creation succeeds.
  if (answering && subscription.revocation_id === undefined) throw authorizationRevoked();
}
