import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { MAX_NIGHTS } from '@keyhaven/stays/nights';
import { ofLivingProperty } from '../store/calendar.model';
import { currencyOf, timeZoneOf } from '../store/property-defaults';
import { nightsValidUntil, occupanciesAt } from './domain/nights-valid-until';
import type { PricingInputs } from './domain/calendar-sources';
import { monthOf } from '../store/nights-by-month';
import { ALL_PROPERTIES, forProperties } from '../store/scope-ids';
import type { PricingStore } from '../store/pricing-store';
import { DEFAULT_SETTINGS } from '../store/property-pricing.model';
import {
  adjusterInput,
  historyInput,
  holidayInput,
  occupancyInput,
  seasonInput,
  settingsInput,
  spotRateInput,
} from './sources-from-documents';

/** The longest required gap, in nights, and as much again for days of the world that are not the UTC's. */
const AROUND_NIGHTS = 32;
/** More than any account has, or may have, of a kind for the properties of one page. */
const NO_LIMIT = 1_000_000;
/** Where neither the property nor its account says it, until the account's first event has come. */
const FALLBACK_CURRENCY = 'USD';

/** All that decides the nights of one property at one time. */
export interface LoadedProperty {
  propertyId: number;
  /** Read before anything else: what else was read is at least as new. */
  calendarVersion: number;
  timeZone: string;
  inputs: PricingInputs;
  /** When the same rows begin to mean something else: a hold ends, or the day, or the time for arrivals of today. */
  changesAt: Date;
}

/**
 * Reads what decides the nights of properties, in a number of queries that does not grow with them. Properties that are
 * not known are left out.
 * @param range the nights that are asked for, both included.
 * @param ignoredBookingId a booking that is read as if it were not there, with its linked records.
 */
export async function loadInputs(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
  range: { from: string; to: string },
  now: Date,
  ignoredBookingId?: number,
): Promise<LoadedProperty[]> {
  const among = { $in: [...propertyIds] };
  const calendars = await store.calendars.find(
    scope,
    { _id: among, ...ofLivingProperty },
    { limit: propertyIds.length },
  );
  // The earliest day that it can be anywhere: stays from today on decide how later nights can be sold.
  const today = addDays(now.toISOString().slice(0, 10), -1);
  const first = range.from < today ? range.from : today;
  // How past nights can be sold is not asked.
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
  const seasonInputs = byScope(seasons);
  const holidayInputs = byScope(holidays);
  const adjusterInputs = byScope(adjusters);
  const spotById = groupBy(spotMonths);
  const historyById = groupBy(historyMonths);
  const occupanciesById = groupBy(occupancies);

  return calendars.map((calendar): LoadedProperty => {
    const id = calendar._id;
    const { property } = calendar;
    const settings = settingsById.get(id) ?? DEFAULT_SETTINGS;
    const currency = currencyOf(property, account) ?? FALLBACK_CURRENCY;
    const timeZone = timeZoneOf(property, account);
    const occupied = (occupanciesById.get(id) ?? []).filter(
      ({ _id, source_booking_id }) =>
        ignoredBookingId === undefined || ![_id, source_booking_id].includes(ignoredBookingId),
    );
    const inputs: PricingInputs = {
      now: localTimeAt(now, timeZone),
      property: settingsInput(property, settings, currency),
      seasons: seasonInputs(id).map((season) => seasonInput(season, currency)),
      holidays: holidayInputs(id).map(holidayInput),
      spotRates: new Map(
        (spotById.get(id) ?? []).flatMap(({ nights }) =>
          nights.map((night) => [night.date, spotRateInput(night, currency)]),
        ),
      ),
      adjusters: adjusterInputs(id).flatMap((adjuster) => adjusterInput(adjuster, currency)),
      occupancies: occupanciesAt(occupied.map(occupancyInput), now),
      history: {
        from: settings.history_from ?? calendar.known_from,
        prices: new Map(
          (historyById.get(id) ?? []).flatMap(({ nights }) =>
            nights.map((night) => [night.date, historyInput(night, currency)]),
          ),
        ),
      },
    };
    return {
      propertyId: id,
      calendarVersion: calendar.calendar_version,
      timeZone,
      inputs,
      changesAt: nightsValidUntil(inputs, now, timeZone),
    };
  });
}

interface Scoped {
  scope_ids: number[];
}

/** The rows that count for a property, whether they name it or are for all. */
function byScope<Row extends Scoped>(rows: readonly Row[]): (propertyId: number) => Row[] {
  const byId = new Map<number, Row[]>();
  for (const row of rows) {
    for (const id of row.scope_ids) byId.set(id, [...(byId.get(id) ?? []), row]);
  }
  const forAll = byId.get(ALL_PROPERTIES) ?? [];
  return (propertyId) => [...forAll, ...(byId.get(propertyId) ?? [])];
}

function groupBy<Row extends { property_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.property_id);
    if (group) group.push(row);
    else groups.set(row.property_id, [row]);
  }
  return groups;
}
