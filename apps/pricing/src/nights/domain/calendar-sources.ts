import type { Weekday } from '@keyhaven/stays/calendar-date';
import type { LocalTime } from '@keyhaven/stays/local-time';

export type { LocalTime, Weekday };

/**
 * The plain values that the pricing rules take and return. Dates are yyyy-mm-dd at the property. Money is in integer
 * minor units of the property's currency.
 */

/** A range of nights, both included: of one year, or of every year (mm-dd; over the turn of the year when from > to). */
export type Period = { kind: 'dated'; from: string; to: string } | { kind: 'yearly'; from: string; to: string };

/** The price of a night, with exceptions for days of the week. */
export interface BaseRate {
  amountMinor: number;
  byWeekdayMinor: Partial<Record<Weekday, number>>;
}

/** The rules of a season or a property. Null leaves a rule to the next season, then to the property, where it means none. */
export interface StayRules {
  minNights: number | null;
  maxNights: number | null;
  noArrivalWeekdays: readonly Weekday[] | null;
  noDepartureWeekdays: readonly Weekday[] | null;
  isStayDisallowed: boolean | null;
}

/** A season. Of several that cover a night, dated ones come before yearly ones, then shorter ones, then the lower id. */
export interface Season {
  id: number;
  period: Period;
  /** Null: the price comes from the next season that covers the night, else from the property. */
  rate: BaseRate | null;
  rules: StayRules;
}

/** A named day or days. Of several that cover a night, the same one takes precedence as of seasons. */
export interface Holiday {
  id: number;
  period: Period;
  name: string;
}

/** What is set for a single night. Null leaves a field to season and property. */
export interface SpotRate {
  amountMinor: number | null;
  minNights: number | null;
  isArrivalDisallowed: boolean | null;
  isDepartureDisallowed: boolean | null;
}

/**
 * A rate adjuster of this property that depends on date, weekday and season alone. It applies to a night that matches at
 * least one value of each criterion; a criterion that is null matches every night.
 */
export interface RateAdjuster {
  id: number;
  /** A percentage of the price, with at most six decimals, or minor units a night; negative values lower the price. */
  change: { kind: 'percent'; percent: number } | { kind: 'amount'; amountMinor: number };
  dateRanges: readonly { from: string; to: string }[] | null;
  weekdays: readonly Weekday[] | null;
  seasonIds: readonly number[] | null;
}

/** The settings of a property that decide which stays can be sold. A limit of null is no limit; 0 is a limit. */
export interface PropertySettings {
  currencyCode: string;
  isActive: boolean;
  isSnoozed: boolean;
  /** Whether its limits let one adult stay: false where max_guests or max_adults is 0. */
  acceptsOneAdult: boolean;
  /** The earliest arrival is this many days from today. */
  advanceNoticeDays: number;
  /** HH:mm at the property: until then, an arrival today is accepted. Null: all day. */
  sameDayUntil: string | null;
  /** How many nights can be sold, beginning with today's. Null: all. */
  bookingWindowDays: number | null;
  requiredGapBefore: number;
  requiredGapAfter: number;
  /** The shortest stay that may fill the vacant nights between two occupied ones. Null: the usual minimum applies. */
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
  /** booking, owner, block, quote_hold or linked_availability; nights of any other type are `unavailable`. */
  type: string;
  /** The type of the record that a linked_availability record mirrors; it decides whether gaps are required around it. */
  sourceType: string | null;
  /** Its nights that were sold twice and that another record holds. */
  overbookedNights: readonly string[];
  /** When a hold, or the linked record of one, expires; null for all other records. */
  expiresUtc: Date | null;
}

/** The price of one night. */
export interface NightPrice {
  /** The price of the spot rate, season or property. */
  rentMinor: number;
  /** The rent after the rate adjusters, above 0. */
  amountMinor: number;
  /** The season whose rate applies to the night, even if a spot rate replaces that rate. */
  seasonId: number | null;
  isSpotRate: boolean;
}

/** The recorded prices of past nights, from when their day ended. */
export interface NightHistory {
  /** The first night with a record; earlier nights are not shown. */
  from: string;
  /** Null: the night had no price. A past night that is absent is not recorded yet, and shows the present price. */
  prices: ReadonlyMap<string, NightPrice | null>;
}

/** Everything that the nights of one property are computed from. */
export interface CalendarSources {
  /** The present date and time of day at the property. */
  now: LocalTime;
  property: PropertySettings;
  seasons: readonly Season[];
  holidays: readonly Holiday[];
  /** By date. */
  spotRates: ReadonlyMap<string, SpotRate>;
  adjusters: readonly RateAdjuster[];
  /**
   * The records, in any order and possibly overlapping. It must contain every record that departs on or after the first
   * requested night, or today if that is earlier, minus the greater of the required gaps.
   */
  occupancies: readonly Occupancy[];
  history: NightHistory;
}

export type NightStatus = 'available' | 'booked' | 'blocked' | 'gap' | 'unavailable';
