import type { AcceptedRate, CheckedRate } from '../store/spot-rate-request.model';
import type { SpotRateNight } from '../store/spot-rate-night';

const BLANK = { amount_minor: null, min_nights: null, is_arrival_disallowed: null, is_departure_disallowed: null };

/**
 * Returns the nights of a month as they are after a request is applied. Nights that this or a later request wrote are
 * not changed, so the request can be applied again at any time.
 */
export function applyToNights(
  nights: readonly SpotRateNight[],
  rates: readonly AcceptedRate[],
  number: number,
): SpotRateNight[] {
  const byDate = new Map(nights.map((night) => [night.date, night]));
  for (const { alters_stays: _altersStays, ...rate } of rates) {
    const before = byDate.get(rate.date);
    if (!before || before.number < number) byDate.set(rate.date, nightAfter(before, rate, number));
  }
  return [...byDate.values()];
}

/**
 * Returns a night as it is after a rate is applied. Fields in the rate are set or cleared, and other fields are kept.
 */
export function nightAfter(before: SpotRateNight | undefined, rate: CheckedRate, number: number): SpotRateNight {
  const { property_id: _property, currency_code, ...sent } = rate;
  const night = { ...BLANK, currency_code: null, ...before, ...sent, number };
  return {
    ...night,
    currency_code: sent.amount_minor === undefined ? night.currency_code : currency_code,
    is_set: Object.keys(BLANK).some((field) => night[field as keyof typeof BLANK] !== null),
  };
}
