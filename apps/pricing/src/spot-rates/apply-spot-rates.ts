import type { JobHandler } from '@keyhaven/persistence/outbox/job-runner';
import { accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import { raiseEach } from '../calendar/invalidate-calendars';
import { nightsOfRate, changedSpans } from '../calendar/domain/changed-nights';
import { recordEndedNights } from '../history/record-ended-nights';
import { type MonthKey, monthOf } from '../store/nights-by-month';
import type { PricingStore } from '../store/pricing-store';
import { applyToNights } from './apply-to-nights';
import type { AcceptedRate, SpotRateRequestBody } from '../store/spot-rate-request.model';

/** The step that applies an accepted request. */
export const APPLY_SPOT_RATES = 'apply_spot_rates';

/** Applies the account's latest request: those before it are applied, or it would not have been accepted. */
export function applySpotRates(store: PricingStore): JobHandler {
  return async (_args, { userId }) => {
    const scope = { accountId: accountId(userId) };
    const latest = await store.spotRateRequests.findOne(scope, { _id: scope.accountId });
    if (latest && !latest.is_applied) await applyRequest(store, scope, latest);
  };
}

/** Safe to repeat, and at any time: a night that a later request wrote is left alone. */
export async function applyRequest(
  store: PricingStore,
  scope: AccountScope,
  request: SpotRateRequestBody,
): Promise<void> {
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
  const published = [...byProperty].map(([id, rates]) => {
    const spans = rates.map(({ date, alters_stays }) => nightsOfRate(date, alters_stays));
    return [id, changedSpans(spans)] as const;
  });
  await raiseEach(store, scope, new Map(published));
  await store.spotRateRequests.update(scope, { _id: request._id }, (present) => {
    // Another process applied it too, and a later one may have taken its place since.
    if (present.number !== request.number || present.is_applied) return Promise.resolve(undefined);
    return Promise.resolve({ after: { ...present, is_applied: true, rates: [] }, references: undefined });
  });
}

function nameOf({ propertyId, month }: MonthKey): string {
  return `${propertyId}/${month}`;
}
