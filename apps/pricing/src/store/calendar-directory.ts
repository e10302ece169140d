import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import type { CalendarBody, CalendarDocument } from './calendar.model';

/** What the directory knows of a calendar: everything but its nights. */
export interface ListedCalendar {
  id: number;
  version: number;
  isActive: boolean;
  isGone: boolean;
}

/** The fields of a calendar that its entry is made of. */
export const listedFields = { user_id: 1, calendar_version: 1, property: 1, is_gone: 1 } as const;

export function listedCalendar({
  _id,
  calendar_version,
  property,
  is_gone = false,
}: Pick<CalendarBody, '_id' | 'calendar_version' | 'property' | 'is_gone'>): ListedCalendar {
  return { id: _id, version: calendar_version, isActive: property.is_active, isGone: is_gone };
}

/** An account's calendars. */
interface Listing {
  byId: Map<number, ListedCalendar>;
  /** Ordered by id; undefined until it is asked for after a change. */
  ordered: ListedCalendar[] | undefined;
  loaded: Promise<void>;
}

/** How many accounts are remembered; beyond it the least recently used one is forgotten. */
const MAX_ACCOUNTS = 2000;
/** The time limit for loading a listing: less than the time that each poll of versions reaches back. */
const LOAD_MS = 4000;

/** A time in milliseconds that no change of the clock sets back. */
const monotonicMs = () => performance.now();

/**
 * The calendars and their versions, as this process knows them. It learns of changes from a poll, and answers from
 * memory as long as the last poll is recent; otherwise it reads the database for each question.
 */
export class CalendarDirectory {
  private readonly listings = new LRUCache<number, Listing>({ max: MAX_ACCOUNTS });
  private trustedUntilMs = -Infinity;
  private askedAtMs = -Infinity;

  constructor(private readonly model: Model<CalendarDocument>) {}

  /** Lets the directory answer from memory until an instant of the monotonic clock. */
  trustUntil(untilMs: number): void {
    this.trustedUntilMs = untilMs;
  }

  /** How long ago the directory was last asked, in milliseconds. */
  sinceAskedMs(): number {
    return monotonicMs() - this.askedAtMs;
  }

  /** Forgets everything: the first poll does not cover earlier changes. */
  clear(): void {
    this.listings.clear();
  }

  /** Takes note of a calendar's version. A version older than the known one is ignored. */
  learn(userId: number, calendar: ListedCalendar): void {
    const listing = this.listings.peek(userId);
    if (listing) put(listing, calendar);
  }

  /** Takes note of a calendar that this process wrote. */
  note(body: Pick<CalendarBody, '_id' | 'user_id' | 'calendar_version' | 'property' | 'is_gone'>): void {
    this.learn(body.user_id, listedCalendar(body));
  }

  /** The account's calendars that are not gone, ordered by id. */
  async list(scope: AccountScope): Promise<readonly ListedCalendar[]> {
    const listing = await this.listingOf(scope);
    listing.ordered ??= [...listing.byId.values()].filter(({ isGone }) => !isGone).sort((a, b) => a.id - b.id);
    return listing.ordered;
  }

  /** One calendar of the account that is not gone. An unknown one is looked up in the database: it may be new. */
  async get(scope: AccountScope, id: number): Promise<ListedCalendar | undefined> {
    const listing = await this.listingOf(scope);
    if (!listing.byId.has(id)) await this.load(scope, listing, { _id: id });
    const calendar = listing.byId.get(id);
    return calendar?.isGone ? undefined : calendar;
  }

  private async listingOf(scope: AccountScope): Promise<Listing> {
    this.askedAtMs = monotonicMs();
    const userId = scope.accountId;
    const known = this.listings.get(userId);
    if (known && monotonicMs() < this.trustedUntilMs) {
      await known.loaded;
      return known;
    }
    // The listing is in the map before the query begins, so that versions learned meanwhile are not lost.
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
