import type { NightRow } from './nights-by-month';

/** The price of a past night when its day ended; both amounts null when it had none. */
export interface HistoryNight extends NightRow {
  rent_minor: number | null;
  amount_minor: number | null;
  currency_code: string;
  season_id: number | null;
  is_spot_rate: boolean;
}
