import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { keptBy } from '../subscriptions/read-subscriptions';
import type { AppScope } from '../subscriptions/subscription-scope';
import type { SubscriptionBody } from '../store/subscription.model';
import type { WebhookStore } from '../store/webhook-store';

/**
 * Adds a job to an active subscription and runs it before the answer; after a crash it runs later. Under one
 * Idempotency-Key the job is added once, and repeats get the same answer.
 * @param ask returns the job and the answer; the answer is stored with the request, so it must be small.
 * @throws ApiError not_found; conflict when the subscription is disabled; whatever `ask` throws.
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
