import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Model } from 'mongoose';
import type { CalendarBody, CalendarDocument } from './calendar.model';

/** What is known of a calendar without its nights. */
export interface ListedCalendar {
  id: number;
  version: number;
  isActive: boolean;
  isGone: boolean;
}

/** What of a calendar makes its entry. */
export const listedFields = { user_id: 1, calendar_version: 1, property: 1, is_gone: 1 } as const;

export function listedCalendar({
  _id,
  calendar_version,
  property,
  is_gone = false,
}: Pick<CalendarBody, '_id' | 'calendar_version' | 'property' | 'is_gone'>): ListedCalendar {
  return { id: _id, version: calendar_version, isActive: property.is_active, isGone: is_gone };
}

/** An account's calendars by property. */
interface Listing {
  byId: Map<number, ListedCalendar>;
  /** Ordered by id; made anew when a calendar is added. */
  ordered: ListedCalendar[] | undefined;
  loaded: Promise<void>;
}

/** How many accounts are remembered; beyond it the one that was asked for least lately is forgotten. */
const MAX_ACCOUNTS = 2000;
/** How long a listing may take to load, in milliseconds: less than what the follower of versions looks back. */
const LOAD_MS = 4000;

/** Time that no clock can set back, in milliseconds. */
const monotonicMs = () => performance.now();

/**
 * Which calendars there are and which versions they have, as this process knows it. It learns of changes from whoever
 * follows them, and is asked without a query for as long as that is so; otherwise it reads the database for each question.
 */
export class CalendarDirectory {
  private readonly listings = new Map<number, Listing>();
  private trustedUntilMs = -Infinity;

  constructor(private readonly model: Model<CalendarDocument>) {}

  /** Takes what was learned as good until an instant of the monotonic clock. */
  trustUntil(untilMs: number): void {
    this.trustedUntilMs = untilMs;
  }

  /** Forgets everything: before the first look nobody knows what was missed. */
  clear(): void {
    this.listings.clear();
  }

  /** Learns of a calendar. An older version than the known one says nothing. */
  learn(userId: number, calendar: ListedCalendar): void {
    const listing = this.listings.get(userId);
    if (listing) put(listing, calendar);
  }

  /** Learns of a calendar that this process wrote. */
  note(body: Pick<CalendarBody, '_id' | 'user_id' | 'calendar_version' | 'property' | 'is_gone'>): void {
    this.learn(body.user_id, listedCalendar(body));
  }

  /** The account's calendars, ordered by id, but for those that are gone. */
  async list(scope: AccountScope): Promise<readonly ListedCalendar[]> {
    const listing = await this.listingOf(scope);
    listing.ordered ??= [...listing.byId.values()].filter(({ isGone }) => !isGone).sort((a, b) => a.id - b.id);
    return listing.ordered;
  }

  /** One calendar of the account that is not gone. One that is not known is looked for: it may be new. */
  async get(scope: AccountScope, id: number): Promise<ListedCalendar | undefined> {
    const listing = await this.listingOf(scope);
    if (!listing.byId.has(id)) await this.load(scope, listing, { _id: id });
    const calendar = listing.byId.get(id);
    return calendar?.isGone ? undefined : calendar;
  }

  private async listingOf(scope: AccountScope): Promise<Listing> {
    const userId = scope.accountId;
    const known = this.listings.get(userId);
    if (known && monotonicMs() < this.trustedUntilMs) {
      // To the end of the queue of those that are forgotten.
      this.listings.delete(userId);
      this.listings.set(userId, known);
      await known.loaded;
      return known;
    }
    // It stands in the map before the query begins: what is learned meanwhile is not lost.
    const listing: Listing = { byId: new Map(), ordered: undefined, loaded: Promise.resolve() };
    this.listings.set(userId, listing);
    listing.loaded = this.load(scope, listing, {});
    try {
      await listing.loaded;
    } catch (error) {
      if (this.listings.get(userId) === listing) this.listings.delete(userId);
      throw error;
    }
    for (const oldest of this.listings.keys()) {
      if (this.listings.size <= MAX_ACCOUNTS) break;
      this.listings.delete(oldest);
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
