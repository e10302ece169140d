import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { CopyBody } from '@keyhaven/persistence/copies/copy-document';
import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { MAX_NIGHTS } from '@keyhaven/stays/nights';
import { type CalendarBody, ofLivingProperty, termsIdOf } from '../store/calendar.model';
import { currencyOf, timeZoneOf } from '../store/property-defaults';
import { nightsValidUntil, occupanciesAt } from './domain/nights-valid-until';
import type { CalendarSources } from './domain/calendar-sources';
import { monthOf } from '../store/nights-by-month';
import type { OccupancyCopy } from '../store/occupancy-copy';
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

/**
 * Occupancies are read this many nights beyond the range. This covers the longest required gap and
 * differences between time zones.
 */
const AROUND_NIGHTS = 32;
/**
 * The queries in this file must return all records. The limit is above the number of records that an account may have.
 */
const NO_LIMIT = 1_000_000;
/** The currency of a property without one of its own, until the account's first event has arrived. */
const FALLBACK_CURRENCY = 'USD';

/** Everything that the nights of one property are computed from, as it was at one moment. */
export interface PropertySources {
  propertyId: number;
  /**
   * The version of the calendar. It is read before all other data, so the other data is at least as new as this
   * version.
   */
  calendarVersion: number;
  /** The id of the `terms` of the calendar (see CalendarDocument), read together with the version. */
  termsId: string | undefined;
  timeZone: string;
  sources: CalendarSources;
  /** The ids of linked records, with the id of the booking that each mirrors. */
  mirrored: ReadonlyMap<number, number>;
  /**
   * The next time at which the nights change without a write: a hold expires, a day ends, or the cutoff time for
   * same-day arrivals passes.
   */
  changesAt: Date;
}

interface SourcesOptions {
  /**
   * True if the range is one stay that is being checked. Then fewer records are read. Spot rates: those of the stay's
   * nights, of its departure date, and of the following days, which error messages may suggest. Occupancies: those
   * whose required gap may include the stay, and those next to vacant nights that the stay may fill.
   */
  isForStay?: boolean;
}

/**
 * Loads what the nights of properties are computed from. The number of queries does not grow with the number of
 * properties. Unknown properties are omitted.
 * @param range the requested nights, both included.
 */
export async function loadCalendarSources(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
  range: { from: string; to: string },
  now: Date,
  options: SourcesOptions = {},
): Promise<PropertySources[]> {
  const filter = { _id: { $in: [...propertyIds] }, ...ofLivingProperty };
  const calendars = await store.calendars.find(scope, filter, { limit: propertyIds.length });
  return loadSourcesOf(store, scope, calendars, range, now, options);
}

/** Like loadCalendarSources, for calendars that are already loaded. */
export async function loadSourcesOf(
  store: PricingStore,
  scope: AccountScope,
  calendars: readonly CalendarBody[],
  range: { from: string; to: string },
  now: Date,
  { isForStay = false }: SourcesOptions = {},
): Promise<PropertySources[]> {
  const propertyIds = calendars.map(({ _id }) => _id);
  if (propertyIds.length === 0) return [];
  const among = { $in: propertyIds };
  // A night of the range can be part of a stay that arrives before the range, but not before today. So read the spot
  // rates from today on.
  const today = earliestToday(now);
  const first = range.from < today ? range.from : today;
  // If all requested nights are past, none can be sold, so later nights are not needed.
  const last = range.to < today ? range.to : addDays(range.to, MAX_NIGHTS);
  const scoped = forProperties(propertyIds);
  const living = { is_deleted: false, ...scoped };
  const [account, pricing, seasons, holidays, adjusters, spotMonths, historyMonths, occupancies] = await Promise.all([
    store.accounts.findOne(scope, { _id: scope.accountId }),
    store.propertyPricing.find(scope, { _id: among }, { limit: propertyIds.length }),
    store.seasons.find(scope, living, { limit: NO_LIMIT }),
    store.holidays.find(scope, living, { limit: NO_LIMIT }),
    store.adjusters.find(scope, scoped, { limit: NO_LIMIT }),
    isForStay
      ? store.spotRates.find(scope, propertyIds, monthOf(range.from), monthOf(addDays(range.to, AROUND_NIGHTS)))
      : store.spotRates.find(scope, propertyIds, monthOf(first), monthOf(last)),
    store.history.find(
      scope,
      propertyIds,
      monthOf(range.from),
      monthOf(range.to < now.toISOString() ? range.to : addDays(today, 2)),
    ),
    findOccupancies(store, scope, propertyIds, range, now, isForStay),
  ]);
  const settingsById = new Map(pricing.map((settings) => [settings._id, settings]));
  const seasonsOf = byScope(seasons);
  const holidaysOf = byScope(holidays);
  const adjustersOf = byScope(adjusters);
  const spotById = byProperty(spotMonths);
  const historyById = byProperty(historyMonths);
  const occupanciesById = byProperty(occupancies);

  return calendars.map((calendar): PropertySources => {
    const id = calendar._id;
    const { property } = calendar;
    const settings = settingsById.get(id) ?? DEFAULT_SETTINGS;
    const currency = currencyOf(property, account) ?? FALLBACK_CURRENCY;
    const timeZone = timeZoneOf(property, account);
    const terms: Omit<CalendarSources, StayFields> = {
      property: toPropertySettings(property, settings, currency),
      seasons: seasonsOf(id).map((season) => toSeason(season, currency)),
      holidays: holidaysOf(id).map(toHoliday),
      spotRates: new Map(
        (spotById.get(id) ?? []).flatMap(({ nights }) =>
          nights.map((night) => [night.date, toSpotRate(night, currency)]),
        ),
      ),
      adjusters: adjustersOf(id).flatMap((adjuster) => toRateAdjusters(adjuster, currency)),
      history: {
        from: settings.history_from ?? calendar.known_from,
        prices: new Map(
          (historyById.get(id) ?? []).flatMap(({ nights }) =>
            nights.map((night) => [night.date, toNightPrice(night, currency)]),
          ),
        ),
      },
    };
    return assemble(calendar, timeZone, terms, occupanciesById.get(id) ?? [], now);
  });
}

/**
 * Loads only the occupancies of a property again, and takes everything else from sources that were loaded for the same
 * range and the same `terms` of the calendar.
 */
export async function reloadOccupancies(
  store: PricingStore,
  scope: AccountScope,
  calendar: CalendarBody,
  { timeZone, sources }: PropertySources,
  range: { from: string; to: string },
  now: Date,
): Promise<PropertySources> {
  const occupied = await findOccupancies(store, scope, [calendar._id], range, now, false);
  return assemble(calendar, timeZone, sources, occupied, now);
}

/** The fields of the sources that change with time and with the stays of the property. */
type StayFields = 'now' | 'occupancies';

function assemble(
  calendar: CalendarBody,
  timeZone: string,
  terms: Omit<CalendarSources, StayFields>,
  occupied: readonly CopyBody<OccupancyCopy>[],
  now: Date,
): PropertySources {
  const occupancies = occupanciesAt(occupied.map(toOccupancy), now);
  const sources = { ...terms, now: localTimeAt(now, timeZone), occupancies };
  return {
    propertyId: calendar._id,
    calendarVersion: calendar.calendar_version,
    termsId: termsIdOf(calendar),
    timeZone,
    sources,
    mirrored: new Map(
      occupied.flatMap(({ _id, source_booking_id }) => (source_booking_id === null ? [] : [[_id, source_booking_id]])),
    ),
    changesAt: nightsValidUntil(sources, now, timeZone),
  };
}

/** Finds the stays that may decide which nights of the range can be sold. */
function findOccupancies(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
  range: { from: string; to: string },
  now: Date,
  isForStay: boolean,
): Promise<CopyBody<OccupancyCopy>[]> {
  const today = earliestToday(now);
  const first = isForStay || range.from < today ? range.from : today;
  // Between two stays, the minimum stay can be lower, but only if they are nearer to each other than the longest
  // possible stay. So to check a stay, occupancies that begin later than this are not read.
  const longestRun = addDays(range.from, MAX_NIGHTS);
  const ofStay = isForStay ? (range.to > longestRun ? range.to : longestRun) : undefined;
  const last = range.to < today ? range.to : ofStay;
  return store.occupancies.find(
    scope,
    {
      property_id: { $in: [...propertyIds] },
      occupies: true,
      departure: { $gte: addDays(first, -AROUND_NIGHTS) },
      ...(last !== undefined && { arrival: { $lte: addDays(last, AROUND_NIGHTS) } }),
    },
    { limit: NO_LIMIT },
  );
}

/** Today's date in the time zone where it is earliest. */
export function earliestToday(now: Date): string {
  return addDays(now.toISOString().slice(0, 10), -1);
}

interface Scoped {
  scope_ids: number[];
}

/** Groups records by property. Each property also gets the records that apply to all properties. */
function byScope<Document extends Scoped>(documents: readonly Document[]): (propertyId: number) => Document[] {
  const byId = groupBy(documents, ({ scope_ids }) => scope_ids);
  const forAll = byId.get(ALL_PROPERTIES) ?? [];
  return (propertyId) => [...forAll, ...(byId.get(propertyId) ?? [])];
}

function byProperty<Document extends { property_id: number }>(documents: readonly Document[]): Map<number, Document[]> {
  return groupBy(documents, ({ property_id }) => [property_id]);
}

function groupBy<Document>(
  documents: readonly Document[],
  idsOf: (document: Document) => readonly number[],
): Map<number, Document[]> {
  const groups = new Map<number, Document[]>();
  for (const document of documents) {
    for (const id of idsOf(document)) {
      const group = groups.get(id);
      if (group) group.push(document);
      else groups.set(id, [document]);
    }
  }
  return groups;
}
