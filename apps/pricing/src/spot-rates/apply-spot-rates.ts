import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { StepHandler } from '@keyhaven/persistence/outbox/step-runner';
import { accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import { raiseCalendars } from '../calendars/raise-calendars';
import { recordEndedNights } from '../history/record-ended-nights';
import { type MonthKey, monthOf } from '../nights/month-rows';
import type { PricingStore } from '../pricing-store';
import { applyToNights } from './apply-to-nights';
import { toldRanges } from './told-ranges';
import type { AcceptedRate, SpotRateRequestBody } from './spot-rate-request.model';

/** The step that applies an accepted request. */
export const APPLY_SPOT_RATES = 'apply_spot_rates';

/** How many pending requests are loaded at once. */
const PAGE = 10;

/**
 * Applies the account's pending requests in the order of their numbers, up to the one that asked. A number is given out
 * only when all before it are stored, so whoever applies one has every earlier one before it.
 */
export function applySpotRates(store: PricingStore): StepHandler {
  return async (args, { userId }) => {
    const scope = { accountId: accountId(userId) };
    const upTo = Number(args.number);
    for (;;) {
      const pending = await store.spotRateRequests.find(
        scope,
        { is_applied: false, number: { $lte: upTo } },
        { limit: PAGE, orderBy: 'number' },
      );
      if (pending.length === 0) return;
      for (const request of pending) await applyRequest(store, scope, request);
    }
  };
}

/** Safe to repeat, and at any time: a night that a later request wrote is left alone. */
async function applyRequest(store: PricingStore, scope: AccountScope, request: SpotRateRequestBody): Promise<void> {
  const byProperty = new Map<number, AcceptedRate[]>();
  const byMonth = new Map<string, { key: MonthKey; rates: AcceptedRate[] }>();
  for (const rate of request.rates) {
    byProperty.set(rate.property_id, [...(byProperty.get(rate.property_id) ?? []), rate]);
    const key = { propertyId: rate.property_id, month: monthOf(rate.date) };
    const month = byMonth.get(nameOf(key));
    if (month) month.rates.push(rate);
    else byMonth.set(nameOf(key), { key, rates: [rate] });
  }
  await recordEndedNights(store, scope, [...byProperty.keys()]);
  const keys = [...byMonth.values()].map(({ key }) => key);
  await store.spotRates.change(scope, keys, (key, nights) =>
    applyToNights(nights, byMonth.get(nameOf(key))!.rates, request.number),
  );
  for (const [propertyId, rates] of byProperty) {
    await raiseCalendars(store, scope, [propertyId], toldRanges(rates.map(({ date }) => date)));
  }
  try {
    await store.spotRateRequests.update(scope, { _id: request._id }, (before) =>
      Promise.resolve({ after: { ...before, is_applied: true, rates: [] }, references: undefined }),
    );
  } catch (error) {
    // Another process applied it too, and a later one after it: by then it is forgotten.
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
  await forgetEarlier(store, scope, request.number);
}

/** The latest request of an account stays, for its number; applied ones before it have nothing more to say. */
async function forgetEarlier(store: PricingStore, scope: AccountScope, number: number): Promise<void> {
  const applied = { user_id: scope.accountId, is_applied: true, number: { $lt: number } };
  await store.spotRateRequestModel.deleteMany(applied);
}

function nameOf({ propertyId, month }: MonthKey): string {
  return `${propertyId}/${month}`;
}
