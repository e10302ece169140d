import type { AcceptedRate } from './spot-rate-request.model';
import type { SpotRateNight } from './spot-rate-night';

const BLANK = { amount_minor: null, min_nights: null, is_arrival_disallowed: null, is_departure_disallowed: null };

/**
 * The nights of a month after a request: fields that it names are set or cleared, others stay. A night that this or a
 * later request wrote stays as it is, so that a request may be applied again at any time.
 */
export function applyToNights(
  nights: readonly SpotRateNight[],
  rates: readonly AcceptedRate[],
  number: number,
): SpotRateNight[] {
  const byDate = new Map(nights.map((night) => [night.date, night]));
  for (const { property_id: _property, currency_code, ...sent } of rates) {
    const before = byDate.get(sent.date);
    if (before && before.number >= number) continue;
    const night = { ...BLANK, currency_code: null, ...before, ...sent, number };
    byDate.set(sent.date, {
      ...night,
      currency_code: sent.amount_minor === undefined ? night.currency_code : currency_code,
      is_set: Object.keys(BLANK).some((field) => night[field as keyof typeof BLANK] !== null),
    });
  }
  return [...byDate.values()];
}
