import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { invalidateNights } from '../calendar/invalidate-calendars';
import { type ChangeOfRate, nightsChangedByRate } from '../calendar/domain/changed-nights';
import { recordEndedNights } from '../history/record-ended-nights';
import { type MonthKey, monthOf } from '../store/nights-by-month';
import type { PricingStore } from '../store/pricing-store';
import type { AcceptedRate, SpotRateRequestBody } from '../store/spot-rate-request.model';
import { applyToNights } from './apply-to-nights';

/** Applies the account's latest request, which was accepted only after all earlier requests had been applied. */
export async function applyLatestRequest(store: PricingStore, scope: AccountScope): Promise<void> {
  const latest = await store.spotRateRequests.findOne(scope, { _id: scope.accountId });
  if (latest && !latest.is_applied) await applyRequest(store, scope, latest);
}

/** Applies a request. It can be applied again at any time, because nights that a later request wrote are skipped. */
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
    return [id, rates.flatMap((rate) => nightsChangedByRate(changeOf(rate)))] as const;
  });
  await invalidateNights(store, scope, new Map(changedNights));
  await store.spotRateRequests.update(scope, { _id: request._id }, (present) => {
    // Another process may have applied this request too, and a later request may have replaced it.
    if (present.number !== request.number || present.is_applied) return Promise.resolve(undefined);
    return Promise.resolve({ after: { ...present, is_applied: true, rates: [] } });
  });
}

function changeOf({ date, amount_minor, alters_stays, ...rules }: AcceptedRate): ChangeOfRate {
  const { min_nights, is_arrival_disallowed, is_departure_disallowed } = rules;
  const sentRules = [min_nights, is_arrival_disallowed, is_departure_disallowed];
  return {
    date,
    changesPrice: amount_minor !== undefined,
    changesRules: sentRules.some((rule) => rule !== undefined),
    altersStays: alters_stays,
  };
}

function nameOf({ propertyId, month }: MonthKey): string {
  return `${propertyId}/${month}`;
}
