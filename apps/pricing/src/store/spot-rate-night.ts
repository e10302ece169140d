import type { SpotRate } from '@keyhaven/contracts/pricing/spot-rate';
import { fromMinor } from '@keyhaven/stays/money';
import type { StoredNight } from './nights-by-month';

/** The settings of a single night. A null field is not set. */
export interface SpotRateNight extends StoredNight {
  amount_minor: number | null;
  /** The currency in which the amount was sent. */
  currency_code: string | null;
  min_nights: number | null;
  is_arrival_disallowed: boolean | null;
  is_departure_disallowed: boolean | null;
  /** Whether any field is set. The night of a removed spot rate stays stored, because its `number` is still needed. */
  is_set: boolean;
  /** The number of the request that wrote this night. Only a request with a higher number overwrites it. */
  number: number;
}

export function presentSpotRate(propertyId: number, night: SpotRateNight): SpotRate {
  const { amount_minor, currency_code, min_nights, is_arrival_disallowed, is_departure_disallowed } = night;
  return {
    property_id: propertyId,
    date: night.date,
    amount: amount_minor === null || currency_code === null ? null : fromMinor(amount_minor, currency_code),
    ...(min_nights !== null && { min_nights }),
    ...(is_arrival_disallowed !== null && { is_arrival_disallowed }),
    ...(is_departure_disallowed !== null && { is_departure_disallowed }),
  };
}
