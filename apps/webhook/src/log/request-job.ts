import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { visibleTo } from '../subscriptions/read-subscriptions';
import type { SubscriptionScope } from '../subscriptions/subscription-scope';
import type { SubscriptionBody } from '../store/subscription.model';
import type { WebhookStore } from '../store/webhook-store';

/**
 * Adds a job to an active subscription, and runs the job before the response is sent. After a crash, the job runs
 * later. Requests with the same Idempotency-Key add only one job, and get the same response.
 * @param ask a function that returns the job and the response. The response is stored with the request, so it must be
 * small.
 * @throws ApiError not_found; conflict if the subscription is disabled; and any error of `ask`.
 */
export async function requestJob<Answer extends Record<string, unknown>>(
  store: WebhookStore,
  scope: SubscriptionScope,
  id: number,
  ask: (before: SubscriptionBody) => Promise<{ job: JobRequest; answer: Answer }>,
): Promise<Answer> {
  const { accountId, deadline, idempotency } = scope;
  const filter = { _id: id, ...visibleTo(scope) };
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
