import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { invalidateNights } from '../calendar/invalidate-calendars';
import { mergeSpans, nightsChangedByRate } from '../calendar/domain/changed-nights';
import { recordEndedNights } from '../history/record-ended-nights';
import { type MonthKey, monthOf } from '../store/nights-by-month';
import type { PricingStore } from '../store/pricing-store';
import type { AcceptedRate, SpotRateRequestBody } from '../store/spot-rate-request.model';
import { applyToNights } from './apply-to-nights';

/** Applies the account's latest request. Earlier ones are applied already, or it would not have been accepted. */
export async function applyLatestRequest(store: PricingStore, scope: AccountScope): Promise<void> {
  const latest = await store.spotRateRequests.findOne(scope, { _id: scope.accountId });
  if (latest && !latest.is_applied) await applyRequest(store, scope, latest);
}

/** Applies a request. It is safe to repeat at any time: a night that a later request wrote is left alone. */
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
  const changedNights = [...byProperty].map(([id, rates]) => {
    const spans = rates.map(({ date, alters_stays }) => nightsChangedByRate(date, alters_stays));
    return [id, mergeSpans(spans)] as const;
  });
  await invalidateNights(store, scope, new Map(changedNights));
  await store.spotRateRequests.update(scope, { _id: request._id }, (present) => {
    // Another process has applied it too, and a later request may have replaced it since.
    if (present.number !== request.number || present.is_applied) return Promise.resolve(undefined);
    return Promise.resolve({ after: { ...present, is_applied: true, rates: [] } });
  });
}

function nameOf({ propertyId, month }: MonthKey): string {
  return `${propertyId}/${month}`;
}
