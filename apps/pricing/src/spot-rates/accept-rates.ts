import type { SpotRate } from '@keyhaven/contracts/pricing/spot-rate';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type AccountScope, assertBeforeDeadline, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { job } from '../jobs';
import type { PricingStore } from '../store/pricing-store';
import { applyRequest } from './apply-spot-rates';
import { planRates, type PlannedRates } from './plan-rates';
import type { CheckedRate, SpotRateRequestBody } from '../store/spot-rate-request.model';

/** The answer to an accepted request and to its repetitions. */
export type AcceptedRequest = {
  /** The number of the request; that of the latest one when there was nothing to change. */
  number: number;
  /** The nights as they are when it is applied. */
  nights: SpotRate[];
};

/**
 * Stores the rates that change something as the account's next request; a job applies them. The new request replaces the
 * previous one on condition that that one is still the latest and is applied. So each request gets the next number, no
 * number is used twice, and a process that was delayed fails because the number that it read is out of date.
 * @throws ApiError unavailable when the deadline passes first.
 */
export async function acceptRates(
  store: PricingStore,
  scope: AccountScope,
  rates: CheckedRate[],
): Promise<AcceptedRequest> {
  for (;;) {
    assertBeforeDeadline(scope);
    const latest = await latestRequest(store, scope);
    if (latest.is_applied) {
      // Until the next request is accepted, nothing else writes spot rates, so that this comparison stays valid.
      const accepted = await replaceRequest(store, scope, latest, await planRates(store, scope, rates));
      if (accepted) return accepted;
    } else {
      await applyRequest(store, { accountId: scope.accountId }, latest);
    }
  }
}

/**
 * Returns undefined when another request came first. A request that changes nothing takes no number; only its
 * idempotency key is stored, so that a repetition changes nothing either.
 */
async function replaceRequest(
  store: PricingStore,
  { accountId, deadline, idempotency }: AccountScope,
  { _id, number }: SpotRateRequestBody,
  { changing: rates, nights }: PlannedRates,
): Promise<AcceptedRequest | undefined> {
  const latest = { _id, number, is_applied: true };
  const next = rates.length === 0 ? number : number + 1;
  try {
    return await store.spotRateRequests.updateOnce({ accountId, deadline, idempotency }, latest, (present) => {
      const answersRequest = { number: next, nights };
      if (rates.length === 0) return Promise.resolve({ after: present, answersRequest });
      const after = { ...present, number: next, is_applied: false, rates };
      const jobs = [job('apply_spot_rates', {})];
      return Promise.resolve({ after, jobs, answersRequest });
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The account's latest request. Before the first one, it creates an empty request that counts as applied. */
async function latestRequest(store: PricingStore, scope: AccountScope): Promise<SpotRateRequestBody> {
  const { accountId } = scope;
  const latest = await store.spotRateRequests.findOne(scope, { _id: accountId });
  if (latest) return latest;
  const after: SpotRateRequestBody = { _id: accountId, user_id: accountId, number: 0, is_applied: true, rates: [] };
  try {
    await store.spotRateRequests.create(withoutRequestHeaders(scope), () => Promise.resolve({ after }));
  } catch (error) {
    // Another process created it at the same time.
    if (!isDuplicateKey(error)) throw error;
  }
  return store.spotRateRequests.get(scope, { _id: accountId });
}
