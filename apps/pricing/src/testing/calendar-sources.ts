import type { Occupancy, CalendarSources, PropertySettings, StayRules } from '../nights/domain/calendar-sources';

export const noRules: StayRules = {
  minNights: null,
  maxNights: null,
  noArrivalWeekdays: null,
  noDepartureWeekdays: null,
  isStayDisallowed: null,
};

/** The settings of a property with a price of 100.00 EUR every night, unless overridden. */
export function settingsOf(fields: Partial<PropertySettings> = {}): PropertySettings {
  return {
    currencyCode: 'EUR',
    isActive: true,
    isSnoozed: false,
    acceptsOneAdult: true,
    advanceNoticeDays: 0,
    sameDayUntil: '18:00',
    bookingWindowDays: 730,
    requiredGapBefore: 0,
    requiredGapAfter: 0,
    minNightsInGap: null,
    defaultRate: { amountMinor: 100_00, byWeekdayMinor: {} },
    rules: noRules,
    ...fields,
  };
}

/** The sources of a vacant property at noon on Wednesday, 2026-07-01, unless overridden. */
export function sourcesOf({
  property,
  ...fields
}: Partial<Omit<CalendarSources, 'property'>> & {
  property?: Partial<PropertySettings>;
} = {}): CalendarSources {
  return {
    now: { date: '2026-07-01', time: '12:00' },
    property: settingsOf(property),
    seasons: [],
    holidays: [],
    spotRates: new Map(),
    adjusters: [],
    occupancies: [],
    history: { from: '2026-07-01', prices: new Map() },
    ...fields,
  };
}

/** A record that occupies nights. It is a guest booking, unless overridden. */
export function occupancyOf(
  bookingId: number,
  arrival: string,
  departure: string,
  fields: Partial<Occupancy> = {},
): Occupancy {
  const usual = { type: 'booking', sourceType: null, overbookedNights: [], expiresUtc: null };
  return { bookingId, arrival, departure, ...usual, ...fields };
}
