import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { SharedReads } from '@keyhaven/persistence/shared-reads';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { LRUCache } from 'lru-cache';
import { type CalendarBody, ofLivingProperty, termsIdOf } from '../store/calendar.model';
import type { PricingStore } from '../store/pricing-store';
import { earliestToday, loadSourcesOf, type PropertySources, reloadOccupancies } from './load-calendar-sources';

/** The memory for cached sources, in bytes, as estimated by sizeOf. */
const MAX_BYTES = 32_000_000;
/** The estimated memory of each kind of cached data, in bytes. */
const SIZES = { property: 2000, night: 150, occupancy: 300, season: 600, other: 400 };

interface Known {
  sources: PropertySources;
  /** When the sources were loaded. They do not contain holds that had expired by then. */
  loadedAt: Date;
  /**
   * When the calendar was written. If a failover rolls a version back, a later write gets the same
   * version, but not the same time.
   */
  writtenUtc: Date;
  /** The nights for which the sources were loaded, both included. */
  from: string;
  to: string;
}

/**
 * Caches the data from which the nights of a property are computed, until its calendar has a new version. So checking a
 * stay usually needs only one read, the read of the calendar. If only stays have changed, only the stays are read
 * again. Every change of the data bumps the version before the response to the change is sent, and each request reads
 * the version. So the result of a request includes every change whose response was sent before the request arrived.
 */
export class KnownSources {
  private readonly known = new LRUCache<string, Known>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  private readonly calendars = new SharedReads<CalendarBody | undefined>('calendars.findOne');

  constructor(private readonly store: PricingStore) {}

  /**
   * Returns the data from which the nights of a property are computed. Undefined if the property is unknown.
   * @param range the requested nights, both included.
   * @param ignoredBookingId a booking to leave out, together with its linked records.
   */
  async of(
    scope: AccountScope,
    propertyId: number,
    range: { from: string; to: string },
    now: Date,
    ignoredBookingId?: number,
  ): Promise<PropertySources | undefined> {
    const key = `${scope.accountId}:${propertyId}`;
    const calendar = await this.calendars.read(key, () =>
      this.store.calendars.findOne(scope, { _id: propertyId, ...ofLivingProperty }),
    );
    if (!calendar) return undefined;
    const known = this.known.get(key);
    const isUsable = known && isFor(known, range, now);
    if (isUsable && isOfVersion(known, calendar)) return at(known.sources, now, ignoredBookingId);
    if (isUsable && hasSameTerms(known, calendar)) {
      const { from, to } = known;
      const sources = await reloadOccupancies(this.store, scope, calendar, known.sources, { from, to }, now);
      this.known.set(key, { sources, loadedAt: now, writtenUtc: calendar.updated_utc, from, to });
      return at(sources, now, ignoredBookingId);
    }
    // Past nights are rarely requested, so they are not cached.
    const today = earliestToday(now);
    const isKept = range.from >= today;
    const whole = isKept ? { from: today, to: endOfYear(range.to) } : range;
    const [sources] = await loadSourcesOf(this.store, scope, [calendar], whole, now);
    if (isKept && sources) this.known.set(key, { sources, loadedAt: now, writtenUtc: calendar.updated_utc, ...whole });
    return sources && at(sources, now, ignoredBookingId);
  }
}

function isOfVersion({ sources, writtenUtc }: Known, { calendar_version, updated_utc }: CalendarBody): boolean {
  return sources.calendarVersion === calendar_version && writtenUtc.getTime() === updated_utc.getTime();
}

/** Whether all cached data except the occupancies is still current. */
function hasSameTerms({ sources }: Known, calendar: CalendarBody): boolean {
  return sources.termsId !== undefined && sources.termsId === termsIdOf(calendar);
}

/** Whether the cached data covers the requested nights and time. */
function isFor(known: Known, range: { from: string; to: string }, now: Date): boolean {
  return known.loadedAt <= now && now < known.sources.changesAt && known.from <= range.from && range.to <= known.to;
}

/**
 * Adapts cached sources to a request: sets the current time, and removes the request's own booking and its linked
 * records.
 */
function at(known: PropertySources, now: Date, ignoredBookingId: number | undefined): PropertySources {
  const { timeZone, mirrored } = known;
  const sources = { ...known.sources, now: localTimeAt(now, timeZone) };
  if (ignoredBookingId === undefined) return { ...known, sources };
  const isOther = (id: number) => id !== ignoredBookingId && mirrored.get(id) !== ignoredBookingId;
  const occupancies = sources.occupancies.filter((occupancy) => isOther(occupancy.bookingId));
  return { ...known, sources: { ...sources, occupancies } };
}

/** The last day of a date's year. Sources are cached up to this day, so that all stays of a year can use them. */
function endOfYear(date: string): string {
  return `${date.slice(0, 'yyyy'.length)}-12-31`;
}

function sizeOf({ sources: { sources } }: Known): number {
  const { spotRates, history, occupancies, seasons, holidays, adjusters } = sources;
  return (
    SIZES.property +
    SIZES.night * (spotRates.size + history.prices.size) +
    SIZES.occupancy * occupancies.length +
    SIZES.season * seasons.length +
    SIZES.other * (holidays.length + adjusters.length)
  );
}
