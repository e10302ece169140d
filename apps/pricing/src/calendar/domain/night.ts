import type { NightStatus } from '../../nights/domain/calendar-sources';

/**
 * A night as the calendar API returns it. Fields that are not set are absent. Money is in major units of the currency.
 */
export interface Night {
  date: string;
  status: NightStatus;
  gap_type?: 'required' | 'orphan';
  is_arrival?: true;
  is_departure?: true;
  booking_id?: number;
  overbooked_booking_ids?: number[];
  rate?: { rent: number; amount: number; season_id?: number; is_spot_rate?: true };
  rules?: {
    min_nights?: number;
    max_nights?: number;
    is_arrival_disallowed?: true;
    is_departure_disallowed?: true;
    is_gap_required?: true;
    is_stay_disallowed?: true;
  };
  holiday_name?: string;
}
