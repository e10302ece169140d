import type { SpotRate } from '@keyhaven/contracts/pricing/spot-rate';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type AccountScope, assertBeforeDeadline, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { job } from '../jobs';
import type { PricingStore } from '../store/pricing-store';
import { applyRequest } from './apply-spot-rates';
import { planRates, type PlannedRates } from './plan-rates';
import type { CheckedRate, SpotRateRequestBody } from '../store/spot-rate-request.model';

/** The stored result of an accepted request. A repeated request gets the same result. */
export type AcceptedRequest = {
  /** The number of this request, or of the latest request if this one changes nothing. */
  number: number;
  /** The nights after the request is applied. */
  nights: SpotRate[];
};

/**
 * Stores the account's next request, which contains only those rates that change something. A job
 * applies the request. The write succeeds only if the request that it replaces is still the latest
 * one and has been applied. So each request gets the next number, and no number is used twice. If a
 * process has read an outdated number because it was delayed, its write fails.
 * @throws ApiError unavailable if the deadline passes before the request is accepted.
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
      // Only accepted requests change spot rates, so the result of planRates stays valid until the next request is
      // accepted.
      const accepted = await replaceRequest(store, scope, latest, await planRates(store, scope, rates));
      if (accepted) return accepted;
    } else {
      await applyRequest(store, { accountId: scope.accountId }, latest);
    }
  }
}

/**
 * Replaces the account's latest request by a new one. A request that changes nothing gets no number. Only its
 * idempotency key is stored, so that a repeated request changes nothing either.
 * @returns undefined if another request was accepted first.
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

/** Returns the account's latest request. Before the first one, creates an empty request that is marked as applied. */
async function latestRequest(store: PricingStore, scope: AccountScope): Promise<SpotRateRequestBody> {
  const { accountId } = scope;
  const latest = await store.spotRateRequests.findOne(scope, { _id: accountId });
  if (latest) return latest;
  const after: SpotRateRequestBody = { _id: accountId, user_id: accountId, number: 0, is_applied: true, rates: [] };
  try {
    await store.spotRateRequests.create(withoutRequestHeaders(scope), () => Promise.resolve({ after }));
  } catch (error) {
    // Another process created the empty request concurrently.
    if (!isDuplicateKey(error)) throw error;
  }
  return store.spotRateRequests.get(scope, { _id: accountId });
}
