import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { MAX_NIGHTS } from '@keyhaven/stays/nights';
import { ofLivingProperty } from '../store/calendar.model';
import { currencyOf, timeZoneOf } from '../store/property-defaults';
import { nightsValidUntil, occupanciesAt } from './domain/nights-valid-until';
import type { CalendarSources } from './domain/calendar-sources';
import { monthOf } from '../store/nights-by-month';
import { ALL_PROPERTIES, forProperties } from '../store/scope-ids';
import type { PricingStore } from '../store/pricing-store';
import { DEFAULT_SETTINGS } from '../store/property-pricing.model';
import {
  toRateAdjusters,
  toNightPrice,
  toHoliday,
  toOccupancy,
  toSeason,
  toPropertySettings,
  toSpotRate,
} from './sources-from-documents';

/** How far occupancies are read around the range: the longest required gap, and some days for time zones, in nights. */
const AROUND_NIGHTS = 32;
/** More than an account may have of one kind for the properties of a page. */
const NO_LIMIT = 1_000_000;
/** Used until the account's first event has arrived, for a property without a currency of its own. */
const FALLBACK_CURRENCY = 'USD';

/** Everything that the nights of one property are computed from, at one time. */
export interface PropertySources {
  propertyId: number;
  /** Read before everything else, which is therefore at least as new. */
  calendarVersion: number;
  timeZone: string;
  sources: CalendarSources;
  /** When the nights change although nothing is written: when a hold expires, the day ends, or arrivals of today end. */
  changesAt: Date;
}

/**
 * Loads what the nights of properties are computed from. The number of queries does not grow with the number of
 * properties. Unknown properties are left out.
 * @param range the requested nights, both included.
 * @param ignoredBookingId a booking to leave out, with its linked records.
 */
export async function loadCalendarSources(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
  range: { from: string; to: string },
  now: Date,
  ignoredBookingId?: number,
): Promise<PropertySources[]> {
  const among = { $in: [...propertyIds] };
  const calendars = await store.calendars.find(
    scope,
    { _id: among, ...ofLivingProperty },
    { limit: propertyIds.length },
  );
  // The earliest date that today can be in any time zone: stays from today on decide how later nights can be sold.
  const today = addDays(now.toISOString().slice(0, 10), -1);
  const first = range.from < today ? range.from : today;
  // Past nights cannot be sold: nights after them need not be read.
  const last = range.to < today ? range.to : addDays(range.to, MAX_NIGHTS);
  const scoped = forProperties(propertyIds);
  const living = { is_deleted: false, ...scoped };
  const [account, pricing, seasons, holidays, adjusters, spotMonths, historyMonths, occupancies] = await Promise.all([
    store.accounts.findOne(scope, { _id: scope.accountId }),
    store.propertyPricing.find(scope, { _id: among }, { limit: propertyIds.length }),
    store.seasons.find(scope, living, { limit: NO_LIMIT }),
    store.holidays.find(scope, living, { limit: NO_LIMIT }),
    store.adjusters.find(scope, scoped, { limit: NO_LIMIT }),
    store.spotRates.find(scope, propertyIds, monthOf(first), monthOf(last)),
    store.history.find(
      scope,
      propertyIds,
      monthOf(range.from),
      monthOf(range.to < now.toISOString() ? range.to : addDays(today, 2)),
    ),
    store.occupancies.find(
      scope,
      {
        property_id: among,
        occupies: true,
        departure: { $gte: addDays(first, -AROUND_NIGHTS) },
        ...(range.to < today && { arrival: { $lte: addDays(range.to, AROUND_NIGHTS) } }),
      },
      { limit: NO_LIMIT },
    ),
  ]);
  const settingsById = new Map(pricing.map((settings) => [settings._id, settings]));
  const seasonsOf = byScope(seasons);
  const holidaysOf = byScope(holidays);
  const adjustersOf = byScope(adjusters);
  const spotById = groupBy(spotMonths);
  const historyById = groupBy(historyMonths);
  const occupanciesById = groupBy(occupancies);

  return calendars.map((calendar): PropertySources => {
    const id = calendar._id;
    const { property } = calendar;
    const settings = settingsById.get(id) ?? DEFAULT_SETTINGS;
    const currency = currencyOf(property, account) ?? FALLBACK_CURRENCY;
    const timeZone = timeZoneOf(property, account);
    const occupied = (occupanciesById.get(id) ?? []).filter(
      ({ _id, source_booking_id }) =>
        ignoredBookingId === undefined || ![_id, source_booking_id].includes(ignoredBookingId),
    );
    const sources: CalendarSources = {
      now: localTimeAt(now, timeZone),
      property: toPropertySettings(property, settings, currency),
      seasons: seasonsOf(id).map((season) => toSeason(season, currency)),
      holidays: holidaysOf(id).map(toHoliday),
      spotRates: new Map(
        (spotById.get(id) ?? []).flatMap(({ nights }) =>
          nights.map((night) => [night.date, toSpotRate(night, currency)]),
        ),
      ),
      adjusters: adjustersOf(id).flatMap((adjuster) => toRateAdjusters(adjuster, currency)),
      occupancies: occupanciesAt(occupied.map(toOccupancy), now),
      history: {
        from: settings.history_from ?? calendar.known_from,
        prices: new Map(
          (historyById.get(id) ?? []).flatMap(({ nights }) =>
            nights.map((night) => [night.date, toNightPrice(night, currency)]),
          ),
        ),
      },
    };
    return {
      propertyId: id,
      calendarVersion: calendar.calendar_version,
      timeZone,
      sources,
      changesAt: nightsValidUntil(sources, now, timeZone),
    };
  });
}

interface Scoped {
  scope_ids: number[];
}

/** Groups documents by property: a property has those that name it and those for all properties. */
function byScope<Document extends Scoped>(documents: readonly Document[]): (propertyId: number) => Document[] {
  const byId = new Map<number, Document[]>();
  for (const document of documents) {
    for (const id of document.scope_ids) byId.set(id, [...(byId.get(id) ?? []), document]);
  }
  const forAll = byId.get(ALL_PROPERTIES) ?? [];
  return (propertyId) => [...forAll, ...(byId.get(propertyId) ?? [])];
}

function groupBy<Document extends { property_id: number }>(documents: readonly Document[]): Map<number, Document[]> {
  const groups = new Map<number, Document[]>();
  for (const document of documents) {
    const group = groups.get(document.property_id);
    if (group) group.push(document);
    else groups.set(document.property_id, [document]);
  }
  return groups;
}
