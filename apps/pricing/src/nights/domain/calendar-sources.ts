import type { Weekday } from '@keyhaven/stays/calendar-date';
import type { LocalTime } from '@keyhaven/stays/local-time';

export type { LocalTime, Weekday };

/**
 * What the pricing rules take and give: plain values. Dates are yyyy-mm-dd at the property, money is integer minor units
 * of the property's currency, and what the time is comes in as an argument.
 */

/** Nights, first and last included: of one time, or of every year (mm-dd, over the turn of the year when from > to). */
export type Period = { kind: 'dated'; from: string; to: string } | { kind: 'yearly'; from: string; to: string };

/** The price of a night, with others on some days of the week. */
export interface BaseRate {
  amountMinor: number;
  byWeekdayMinor: Partial<Record<Weekday, number>>;
}

/** Rules that a season or a property sets. Null leaves a rule to the next season, then the property; there it means none. */
export interface StayRules {
  minNights: number | null;
  maxNights: number | null;
  noArrivalWeekdays: readonly Weekday[] | null;
  noDepartureWeekdays: readonly Weekday[] | null;
  isStayDisallowed: boolean | null;
}

/** A season. Where several cover a night, dated beats yearly, shorter beats longer, then the lower id. */
export interface Season {
  id: number;
  period: Period;
  /** Null: the next season that covers the night prices it, else the property. */
  rate: BaseRate | null;
  rules: StayRules;
}

/** A named day or days; which name a night bears is decided as between seasons. */
export interface Holiday {
  id: number;
  period: Period;
  name: string;
}

/** What is set for one night alone. A field of null leaves it to season and property. */
export interface SpotRate {
  amountMinor: number | null;
  minNights: number | null;
  isArrivalDisallowed: boolean | null;
  isDepartureDisallowed: boolean | null;
}

/**
 * A rate adjuster that date, weekday and season alone decide and that applies to this property; others are no input.
 * Criteria of different kinds must all hold, values of one kind any; null is no criterion.
 */
export interface RateAdjuster {
  id: number;
  /** A percentage of the price, at most six decimals, or minor units a night; negative ones lower it. */
  change: { kind: 'percent'; percent: number } | { kind: 'amount'; amountMinor: number };
  dateRanges: readonly { from: string; to: string }[] | null;
  weekdays: readonly Weekday[] | null;
  seasonIds: readonly number[] | null;
}

/** The settings of a property that decide which stays it takes. A limit of null is none, 0 is not one. */
export interface PropertySettings {
  currencyCode: string;
  isActive: boolean;
  isSnoozed: boolean;
  /** Whether its occupancy limits let one adult stay at all: false where max_guests or max_adults is 0. */
  acceptsOneAdult: boolean;
  /** The earliest arrival is that many days from today. */
  advanceNoticeDays: number;
  /** HH:mm at the property: an arrival of today is accepted before it. Null: all day. */
  sameDayUntil: string | null;
  /** Nights from today on that can be sold, today's the first. */
  bookingWindowDays: number | null;
  requiredGapBefore: number;
  requiredGapAfter: number;
  /** The shortest stay that may fill a vacant run between two occupied nights. Null: off. */
  minNightsInGap: number | null;
  /** Null: a night that neither spot rate nor season prices cannot be sold. */
  defaultRate: BaseRate | null;
  rules: StayRules;
}

/** A record that occupies nights of this property: its status is active or pending, and it is not expired. */
export interface Occupancy {
  bookingId: number;
  arrival: string;
  departure: string;
  /** booking, owner, block, quote_hold or linked_availability; any other makes its nights `unavailable`. */
  type: string;
  /** The type of the record that a linked_availability record stands for: whether gaps lie around it. */
  sourceType: string | null;
  /** Those of its nights that another record holds: both were sold. */
  overbookedNights: readonly string[];
  /** When a hold, or the linked record of one, ends by itself; null for all else. */
  expiresUtc: Date | null;
}

/** The price of one night. */
export interface NightPrice {
  /** The spot rate, season's or default price. */
  rentMinor: number;
  /** The rent after the rate adjusters, above 0. */
  amountMinor: number;
  /** The season whose rate prices the night, also where a spot rate is set instead of that rate. */
  seasonId: number | null;
  isSpotRate: boolean;
}

/** Prices of past nights as they were when their day ended. */
export interface NightHistory {
  /** Nights before this one are not answered: their data was not recorded. */
  from: string;
  /** Null: the night had no price. A past night that is missing has not been recorded yet and has today's price. */
  prices: ReadonlyMap<string, NightPrice | null>;
}

/** All that decides the nights of one property. */
export interface PricingInputs {
  /** The date and the time of day at the property. */
  now: LocalTime;
  property: PropertySettings;
  seasons: readonly Season[];
  holidays: readonly Holiday[];
  /** By date. */
  spotRates: ReadonlyMap<string, SpotRate>;
  adjusters: readonly RateAdjuster[];
  /**
   * Every record, in any order, with a departure on or after the first night that is asked for, or after today where
   * that is earlier, less the greater required gap; records may overlap.
   */
  occupancies: readonly Occupancy[];
  history: NightHistory;
}

export type NightStatus = 'available' | 'booked' | 'blocked' | 'gap' | 'unavailable';

/** A night as the calendar answers it: a field that is not set is not there. Money is in the currency's unit. */
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

export type StayRule =
  | 'inactive'
  | 'snoozed'
  | 'occupancy'
  | 'advance_notice'
  | 'booking_window'
  | 'min_nights'
  | 'max_nights'
  | 'arrival_disallowed'
  | 'departure_disallowed'
  | 'stay_disallowed'
  | 'required_gap';

/** A rule that a stay breaks, in words that name the rule, the value and what would be right. */
export interface BrokenRule {
  rule: StayRule;
  message: string;
}

/** What stands against a stay. One that can be sold has three empty lists. */
export interface StayJudgement {
  /** Nights that another record occupies. */
  takenNights: string[];
  /** Nights without a price: like taken nights, these are never ignored. */
  unpricedNights: string[];
  brokenRules: BrokenRule[];
}
