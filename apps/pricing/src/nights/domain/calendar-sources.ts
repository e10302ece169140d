import type { Weekday } from '@keyhaven/stays/calendar-date';
import type { LocalTime } from '@keyhaven/stays/local-time';

export type { LocalTime, Weekday };

/*
 * The plain values that the pricing rules take and return. Dates are yyyy-mm-dd at the property. Money is in integer
 * minor units of the property's currency.
 */

/**
 * A range of nights, both included. A dated range (yyyy-mm-dd) occurs once. A yearly range (mm-dd) repeats; if from >
 * to, it spans New Year.
 */
export type Period = { kind: 'dated'; from: string; to: string } | { kind: 'yearly'; from: string; to: string };

/** The price of a night, with exceptions for days of the week. */
export interface BaseRate {
  amountMinor: number;
  byWeekdayMinor: Partial<Record<Weekday, number>>;
}

/**
 * The rules of a season or a property. If a rule of a season is null, the next season or else the property decides. If
 * a rule of the property is null, there is no such rule.
 */
export interface StayRules {
  minNights: number | null;
  maxNights: number | null;
  noArrivalWeekdays: readonly Weekday[] | null;
  noDepartureWeekdays: readonly Weekday[] | null;
  isStayDisallowed: boolean | null;
}

/**
 * A season. If several seasons cover a night, their order of precedence is: dated before yearly, then shorter before
 * longer, then by lower id.
 */
export interface Season {
  id: number;
  period: Period;
  /**
   * Null if the season has no price. Then the next season that covers the night sets the price, or
   * else the property does.
   */
  rate: BaseRate | null;
  rules: StayRules;
}

/**
 * A named day or range of days. If several holidays cover a night, their order of precedence is the
 * same as for seasons.
 */
export interface Holiday {
  id: number;
  period: Period;
  name: string;
}

/** The settings of a single night. Where a field is null, the season or the property decides. */
export interface SpotRate {
  amountMinor: number | null;
  minNights: number | null;
  isArrivalDisallowed: boolean | null;
  isDepartureDisallowed: boolean | null;
}

/**
 * A rate adjuster of this property that depends only on date, weekday and season. It applies to nights that match at
 * least one value of each criterion. A null criterion matches every night.
 */
export interface RateAdjuster {
  id: number;
  /**
   * A percentage of the price with at most six decimals, or an amount per night in minor units. Negative values lower
   * the price.
   */
  change: { kind: 'percent'; percent: number } | { kind: 'amount'; amountMinor: number };
  dateRanges: readonly { from: string; to: string }[] | null;
  weekdays: readonly Weekday[] | null;
  seasonIds: readonly number[] | null;
}

/** The settings of a property that decide which stays can be sold. Null means no limit; 0 is a limit. */
export interface PropertySettings {
  currencyCode: string;
  isActive: boolean;
  isSnoozed: boolean;
  /** False if max_guests or max_adults is 0. */
  acceptsOneAdult: boolean;
  /** The minimum number of days between today and an arrival. */
  advanceNoticeDays: number;
  /** Arrivals today are accepted until this time, HH:mm at the property. Null: all day. */
  sameDayUntil: string | null;
  /** How many nights from today on can be sold. Null: no limit. */
  bookingWindowDays: number | null;
  requiredGapBefore: number;
  requiredGapAfter: number;
  /**
   * The minimum length of a stay that exactly fills the vacant nights between two stays. Null: the usual minimum
   * applies.
   */
  minNightsInGap: number | null;
  /** Null: nights cannot be sold unless a spot rate or season sets their price. */
  defaultRate: BaseRate | null;
  rules: StayRules;
}

/** A record of any type that occupies nights of this property. It is active or pending, and not expired. */
export interface Occupancy {
  bookingId: number;
  arrival: string;
  departure: string;
  /**
   * booking, owner, block, quote_hold or linked_availability. The nights of a record with any other type are
   * `unavailable`.
   */
  type: string;
  /**
   * For linked_availability: the type of the record that it mirrors. This type decides whether gaps are required around
   * the linked record.
   */
  sourceType: string | null;
  /** The nights of this record that are overbooked: another record occupies them. */
  overbookedNights: readonly string[];
  /** When a hold, or the linked record of a hold, expires. Null for other records. */
  expiresUtc: Date | null;
}

export interface NightPrice {
  /** The price from the spot rate, season or property. */
  rentMinor: number;
  /** The rent after rate adjusters. Always above 0. */
  amountMinor: number;
  /** The season that would set the price if the night had no spot rate. Null if no season would set it. */
  seasonId: number | null;
  isSpotRate: boolean;
}

/** The recorded prices of past nights, as they were when their day ended. */
export interface NightHistory {
  /** The first night that is recorded. Earlier nights are not shown. */
  from: string;
  /**
   * Null if the night had no price. A past night that is missing here is not recorded yet, so it has the current price.
   */
  prices: ReadonlyMap<string, NightPrice | null>;
}

/** Everything that the nights of one property are computed from. */
export interface CalendarSources {
  /** The current date and time of day at the property. */
  now: LocalTime;
  property: PropertySettings;
  seasons: readonly Season[];
  holidays: readonly Holiday[];
  /** The spot rate of each date that has one. */
  spotRates: ReadonlyMap<string, SpotRate>;
  adjusters: readonly RateAdjuster[];
  /**
   * The records, in any order. They may overlap. Let d be today or the first requested night, whichever is earlier. The
   * list must contain every record that departs on or after d, and those that depart before d by at most the required
   * gap.
   */
  occupancies: readonly Occupancy[];
  history: NightHistory;
}

export type NightStatus = 'available' | 'booked' | 'blocked' | 'gap' | 'unavailable';
