import { type AccountScope, assertBeforeDeadline, besideRecord } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { PricingStore } from '../pricing-store';
import { APPLY_SPOT_RATES, applyRequest } from './apply-spot-rates';
import { changingRates } from './changing-rates';
import type { AcceptedRate, CheckedRate, SpotRateRequestBody } from './spot-rate-request.model';

/**
 * Stores those of checked rates that change something as the account's next request, and lets its step apply them: what
 * is applied again after a crash raises the calendars that it is about, and what changes nothing raises none. It takes
 * the place of the one before it, on condition that that is still the latest and is applied: so numbers rise by one, none
 * is given out twice, and whoever waited too long loses at the number that it read.
 * @returns the number of the request; that of the latest one when there is nothing to change.
 * @throws ApiError unavailable when the deadline passes first.
 */
export async function acceptRates(store: PricingStore, scope: AccountScope, rates: CheckedRate[]): Promise<number> {
  for (;;) {
    assertBeforeDeadline(scope);
    const latest = await latestRequest(store, scope);
    if (latest.is_applied) {
      // Nothing else writes nights until the next request is accepted: what changes nothing now would not then.
      const changing = await changingRates(store, scope, rates);
      if (changing.length === 0) return latest.number;
      const number = await replaceRequest(store, scope, latest, changing);
      if (number !== undefined) return number;
    } else {
      await applyRequest(store, { accountId: scope.accountId }, latest);
    }
  }
}

/** Answers undefined when another request came first. */
async function replaceRequest(
  store: PricingStore,
  scope: AccountScope,
  latest: SpotRateRequestBody,
  rates: AcceptedRate[],
): Promise<number | undefined> {
  let number: number | undefined;
  await store.spotRateRequests.update(besideRecord(scope), { _id: latest._id }, (present) => {
    number = present.number === latest.number ? latest.number + 1 : undefined;
    if (number === undefined) return Promise.resolve(undefined);
    const after = { ...present, number, is_applied: false, rates };
    return Promise.resolve({ after, references: undefined, steps: [{ name: APPLY_SPOT_RATES, args: {} }] });
  });
  return number;
}

/** The account's latest request: before the first one a blank one, which is applied. */
async function latestRequest(store: PricingStore, scope: AccountScope): Promise<SpotRateRequestBody> {
  const { accountId } = scope;
  const latest = await store.spotRateRequests.findOne(scope, { _id: accountId });
  if (latest) return latest;
  const after: SpotRateRequestBody = { _id: accountId, user_id: accountId, number: 0, is_applied: true, rates: [] };
  try {
    await store.spotRateRequests.create(besideRecord(scope), () => Promise.resolve({ after, references: undefined }));
  } catch (error) {
    // Another process made it at the same time.
    if (!isDuplicateKey(error)) throw error;
  }
  return store.spotRateRequests.get(scope, { _id: accountId });
}
