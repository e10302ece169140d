import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import type { CalendarBody, CalendarDocument } from './calendar.model';

/** The fields of a calendar that CalendarDirectory keeps in memory. Its nights are not among them. */
export interface ListedCalendar {
  id: number;
  version: number;
  isActive: boolean;
  isGone: boolean;
}

/** The fields that are read for a ListedCalendar. */
export const listedFields = { user_id: 1, calendar_version: 1, property: 1, is_gone: 1 } as const;

export function listedCalendar({
  _id,
  calendar_version,
  property,
  is_gone = false,
}: Pick<CalendarBody, '_id' | 'calendar_version' | 'property' | 'is_gone'>): ListedCalendar {
  return { id: _id, version: calendar_version, isActive: property.is_active, isGone: is_gone };
}

interface Listing {
  byId: Map<number, ListedCalendar>;
  /** The calendars, ordered by id. Undefined after a change, until the list is next requested. */
  ordered: ListedCalendar[] | undefined;
  loaded: Promise<void>;
}

/** The number of accounts in memory. The least recently used account is removed first. */
const MAX_ACCOUNTS = 2000;
/**
 * The time limit for loading a listing, in milliseconds. It must be less than OVERLAP_MS in poll-calendar-versions.ts.
 */
const LOAD_MS = 4000;
/** Polling pauses when no calendar was read for this long, in milliseconds. The next read then queries the database. */
const IDLE_AFTER_MS = 10_000;

/** The time in milliseconds by a clock that is never set back. */
const monotonicMs = () => performance.now();

/**
 * The calendars and versions that this process knows. A poll reports changes to this object. While the last poll is
 * recent, calls are answered from memory. Otherwise each call reads the database.
 */
export class CalendarDirectory {
  private readonly listings = new LRUCache<number, Listing>({ max: MAX_ACCOUNTS });
  private trustedUntilMs = -Infinity;
  private askedAtMs = -Infinity;
  private asked = (): void => {};

  constructor(private readonly model: Model<CalendarDocument>) {}

  /** Lets this object answer from memory until the given time of the monotonic clock. */
  trustUntil(untilMs: number): void {
    this.trustedUntilMs = untilMs;
  }

  /** Registers the listener that is called when calendars are read from this object. */
  onAsked(listener: () => void): void {
    this.asked = listener;
  }

  /** Whether calendars were read from this object recently. If not, the poll can pause. */
  isAsked(): boolean {
    return monotonicMs() - this.askedAtMs <= IDLE_AFTER_MS;
  }

  /**
   * Whether calendars are read from this object while the last poll is too old. Each read then
   * queries the database.
   */
  isStale(): boolean {
    return this.isAsked() && monotonicMs() >= this.trustedUntilMs;
  }

  /** Removes all calendars from memory. Call this before the first poll, which does not report earlier changes. */
  clear(): void {
    this.listings.clear();
  }

  /**
   * Updates a calendar in memory, unless memory has the same or a newer version of it. Does nothing
   * if the account's calendars are not in memory.
   */
  learn(userId: number, calendar: ListedCalendar): void {
    const listing = this.listings.peek(userId);
    if (listing) put(listing, calendar);
  }

  /** Like `learn`, for a calendar that this process wrote. */
  note(body: Pick<CalendarBody, '_id' | 'user_id' | 'calendar_version' | 'property' | 'is_gone'>): void {
    this.learn(body.user_id, listedCalendar(body));
  }

  /** The account's calendars, ordered by id, without those of deleted properties. */
  async list(scope: AccountScope): Promise<readonly ListedCalendar[]> {
    const listing = await this.listingOf(scope);
    listing.ordered ??= [...listing.byId.values()].filter(({ isGone }) => !isGone).sort((a, b) => a.id - b.id);
    return listing.ordered;
  }

  /**
   * One calendar of the account, unless its property is deleted. A calendar that is not in memory may be new, so it is
   * looked up in the database.
   */
  async get(scope: AccountScope, id: number): Promise<ListedCalendar | undefined> {
    const listing = await this.listingOf(scope);
    if (!listing.byId.has(id)) await this.load(scope, listing, { _id: id });
    const calendar = listing.byId.get(id);
    return calendar?.isGone ? undefined : calendar;
  }

  private async listingOf(scope: AccountScope): Promise<Listing> {
    this.askedAtMs = monotonicMs();
    this.asked();
    const userId = scope.accountId;
    const known = this.listings.get(userId);
    if (known && monotonicMs() < this.trustedUntilMs) {
      await known.loaded;
      return known;
    }
    // Add the listing before the query begins, so that versions learned during the query are not lost.
    const listing: Listing = { byId: new Map(), ordered: undefined, loaded: Promise.resolve() };
    this.listings.set(userId, listing);
    listing.loaded = this.load(scope, listing, {});
    try {
      await listing.loaded;
    } catch (error) {
      if (this.listings.peek(userId) === listing) this.listings.delete(userId);
      throw error;
    }
    return listing;
  }

  private async load(scope: AccountScope, listing: Listing, which: { _id?: number }): Promise<void> {
    const found = await this.model
      .find({ ...which, user_id: scope.accountId }, listedFields)
      .maxTimeMS(LOAD_MS)
      .lean();
    for (const calendar of found) put(listing, listedCalendar(calendar));
  }
}

function put(listing: Listing, calendar: ListedCalendar): void {
  const known = listing.byId.get(calendar.id);
  if (known && known.version >= calendar.version) return;
  listing.byId.set(calendar.id, calendar);
  listing.ordered = undefined;
}
