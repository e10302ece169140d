import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { keptBy } from '../subscriptions/read-subscriptions';
import type { AppScope } from '../subscriptions/subscription-scope';
import type { SubscriptionBody } from '../store/subscription.model';
import type { WebhookStore } from '../store/webhook-store';

/**
 * Has a step done for an active subscription. It is stored with the subscription and done before this answers; a crash
 * in between only delays it. Under one Idempotency-Key it is asked for once, and answered alike each time.
 * @param ask makes the step, and the answer, which is kept with the request: nothing large belongs into it.
 * @throws ApiError not_found; conflict when the subscription is disabled; what `ask` throws.
 */
export async function askForJob<Answer extends Record<string, unknown>>(
  store: WebhookStore,
  scope: AppScope,
  id: number,
  ask: (before: SubscriptionBody) => Promise<{ job: JobRequest; answer: Answer }>,
): Promise<Answer> {
  const { accountId, deadline, idempotency } = scope;
  const filter = { _id: id, ...keptBy(scope) };
  return store.subscriptions.updateOnce({ accountId, deadline, idempotency }, filter, async (before) => {
    const { job, answer } = await ask(before);
    assertActive(before);
    return { after: before, jobs: [job], answersRequest: answer };
  });
}

function assertActive({ status, disabled_reason }: SubscriptionBody): void {
  if (status === 'active') return;
  throw new ApiError('conflict', `the subscription is disabled (${disabled_reason}); enable it first`);
}
