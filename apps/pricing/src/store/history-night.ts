import type { StoredNight } from './nights-by-month';

/** The price of a past night when its day ended. Both amounts are null if it had no price. */
export interface HistoryNight extends StoredNight {
  rent_minor: number | null;
  amount_minor: number | null;
  currency_code: string;
  season_id: number | null;
  is_spot_rate: boolean;
}
