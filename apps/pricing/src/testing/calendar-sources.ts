import type { Occupancy, CalendarSources, PropertySettings, StayRules } from '../nights/domain/calendar-sources';

/** No rules. */
export const noRules: StayRules = {
  minNights: null,
  maxNights: null,
  noArrivalWeekdays: null,
  noDepartureWeekdays: null,
  isStayDisallowed: null,
};

/** The settings of a property that sells every night at 100.00 EUR, unless the fields say otherwise. */
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

/** The sources of a vacant property at noon of Wednesday, 2026-07-01, unless the fields say otherwise. */
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

/** A record that occupies nights: a guest booking, unless the fields say otherwise. */
export function occupancyOf(
  bookingId: number,
  arrival: string,
  departure: string,
  fields: Partial<Occupancy> = {},
): Occupancy {
  const usual = { type: 'booking', sourceType: null, overbookedNights: [], expiresUtc: null };
  return { bookingId, arrival, departure, ...usual, ...fields };
}
