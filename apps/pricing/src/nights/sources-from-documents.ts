import { isYearlyDay } from '@keyhaven/contracts/pricing/periods';
import {
  type NightlyRate,
  type StayRules as StoredRules,
  type WeekdayName,
  weekdays,
} from '@keyhaven/contracts/pricing/rates';
import { toMinor } from '@keyhaven/stays/money';
import type { AdjusterCopy } from '../store/adjuster-copy';
import type {
  BaseRate,
  Holiday,
  NightPrice,
  Occupancy,
  Period,
  PropertySettings,
  RateAdjuster,
  Season,
  SpotRate,
  StayRules,
  Weekday,
} from './domain/calendar-sources';
import type { HistoryNight } from '../store/history-night';
import type { HolidayBody } from '../store/holiday.model';
import type { OccupancyCopy } from '../store/occupancy-copy';
import type { PropertyFacts } from '../store/property-copy';
import type { PricingSettings } from '../store/property-pricing.model';
import type { SeasonBody } from '../store/season.model';
import type { SpotRateNight } from '../store/spot-rate-night';

/*
 * Converts stored documents to the values that the pricing rules take. A price in a currency other than the property's
 * current one is ignored.
 */

export function toPropertySettings(
  property: PropertyFacts,
  settings: Readonly<PricingSettings>,
  currencyCode: string,
): PropertySettings {
  return {
    currencyCode,
    isActive: property.is_active,
    isSnoozed: property.is_snoozed,
    acceptsOneAdult: property.accepts_one_adult,
    advanceNoticeDays: settings.advance_notice_days,
    sameDayUntil: settings.same_day_until,
    bookingWindowDays: settings.booking_window_days,
    requiredGapBefore: settings.required_gap_before,
    requiredGapAfter: settings.required_gap_after,
    minNightsInGap: settings.min_nights_in_gap,
    defaultRate: toBaseRate(settings.default_rate, settings.currency_code, currencyCode),
    rules: toStayRules(settings.rules),
  };
}

export function toSeason({ _id, from, to, rate, currency_code, rules }: SeasonBody, currencyCode: string): Season {
  return {
    id: _id,
    period: toPeriod(from, to),
    rate: toBaseRate(rate, currency_code, currencyCode),
    rules: toStayRules(rules),
  };
}

export function toHoliday({ _id, name, from, to }: HolidayBody): Holiday {
  return { id: _id, name, period: toPeriod(from, to) };
}

export function toSpotRate(night: SpotRateNight, currencyCode: string): SpotRate {
  return {
    amountMinor: night.currency_code === currencyCode ? night.amount_minor : null,
    minNights: night.min_nights,
    isArrivalDisallowed: night.is_arrival_disallowed,
    isDepartureDisallowed: night.is_departure_disallowed,
  };
}

export function toNightPrice(night: HistoryNight, currencyCode: string): NightPrice | null {
  if (night.rent_minor === null || night.amount_minor === null || night.currency_code !== currencyCode) return null;
  return {
    rentMinor: night.rent_minor,
    amountMinor: night.amount_minor,
    seasonId: night.season_id,
    isSpotRate: night.is_spot_rate,
  };
}

export function toOccupancy(copy: OccupancyCopy): Occupancy {
  return {
    bookingId: copy._id,
    arrival: copy.arrival,
    departure: copy.departure,
    type: copy.type,
    sourceType: copy.source_type,
    expiresUtc: copy.expires_utc,
    overbookedNights: copy.overbooked_nights,
  };
}

/** The dates that replace a missing start or end of a range: the first and last date in the format yyyy-mm-dd. */
const [FIRST_DATE, LAST_DATE] = ['0000-01-01', '9999-12-31'];

/**
 * Converts the copy of an adjuster to a list with one adjuster. The list is empty if the adjuster
 * does not apply to calendars, or if its amount is in another currency.
 */
export function toRateAdjusters({ _id, terms }: AdjusterCopy, currencyCode: string): RateAdjuster[] {
  if (!terms) return [];
  const { change, date_ranges, weekdays: days, season_ids } = terms;
  if (change.kind === 'amount' && change.currency_code !== null && change.currency_code !== currencyCode) return [];
  return [
    {
      id: _id,
      change:
        change.kind === 'percent' ? change : { kind: 'amount', amountMinor: toMinor(change.amount, currencyCode) },
      dateRanges: emptyAsNull(date_ranges.map(({ from, to }) => ({ from: from ?? FIRST_DATE, to: to ?? LAST_DATE }))),
      weekdays: emptyAsNull(weekdayNumbers(weekdays.filter((day) => days.includes(day)))),
      seasonIds: emptyAsNull(season_ids),
    },
  ];
}

function emptyAsNull<Value>(list: readonly Value[]): readonly Value[] | null {
  return list.length > 0 ? list : null;
}

function toPeriod(from: string, to: string): Period {
  return { kind: isYearlyDay(from) ? 'yearly' : 'dated', from, to };
}

function toBaseRate(rate: NightlyRate | null, writtenIn: string | null, currencyCode: string): BaseRate | null {
  if (!rate || writtenIn !== currencyCode) return null;
  const byWeekday = weekdays.flatMap((day, number) => {
    const amount = rate.by_weekday[day];
    return amount === undefined ? [] : [[number, toMinor(amount, currencyCode)] as const];
  });
  return { amountMinor: toMinor(rate.amount, currencyCode), byWeekdayMinor: Object.fromEntries(byWeekday) };
}

function toStayRules(rules: StoredRules): StayRules {
  return {
    minNights: rules.min_nights,
    maxNights: rules.max_nights,
    noArrivalWeekdays: rules.no_arrival_weekdays && weekdayNumbers(rules.no_arrival_weekdays),
    noDepartureWeekdays: rules.no_departure_weekdays && weekdayNumbers(rules.no_departure_weekdays),
    isStayDisallowed: rules.is_stay_disallowed,
  };
}

function weekdayNumbers(names: readonly WeekdayName[]): Weekday[] {
  const numbers: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];
  return numbers.filter((number) => names.includes(weekdays[number]));
}
