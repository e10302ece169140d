import type { NightRow } from './nights-by-month';

/** What is set for one night alone. A field of null is not set. */
export interface SpotRateNight extends NightRow {
  amount_minor: number | null;
  /** Of the amount, as it was when that was written. */
  currency_code: string | null;
  min_nights: number | null;
  is_arrival_disallowed: boolean | null;
  is_departure_disallowed: boolean | null;
  /** Whether any field is set. A night that was cleared stays, so that its number does. */
  is_set: boolean;
  /** The number of the request that wrote it: only a later one writes over it. */
  number: number;
}
