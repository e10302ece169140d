import type { SubscriptionType } from '@keyhaven/contracts/webhook/categories';
import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { storedAt } from '../store/event-body.model';
import type { WebhookStore } from '../store/webhook-store';
import type { Cursor } from './domain/cursor';
import { readBodies } from './read-bodies';
import { readEntries } from './read-entries';

/**
 * The maximum number of positions that are read for one response, including closed positions and events of other types.
 */
const MAX_READ = 10_000;
/** The maximum number of positions that one query reads. */
const CHUNK = 500;
/** The maximum size of the bodies in a response, in bytes. A response ends with the event that exceeds this size. */
const MAX_BYTES = 4 * 2 ** 20;

export interface EventsWanted {
  types?: readonly SubscriptionType[];
  limit: number;
}

/** The stored body of an event, and the cursor after it. */
export interface FoundEvent {
  body: string;
  cursor: Cursor;
}

export interface EventPage {
  events: FoundEvent[];
  /** The cursor from which the next page continues. */
  next: Cursor;
  hasMore: boolean;
}

/** An event of a requested type, without its body. */
interface EventHead {
  _id: string;
  cursor: Cursor;
}

interface HeadPage {
  heads: EventHead[];
  next: Cursor;
  hasMore: boolean;
}

/** Reads the events after a cursor, up to the first position that may still get an event. */
export async function readPage(
  store: WebhookStore,
  scope: AccountScope,
  after: Cursor,
  wanted: EventsWanted,
): Promise<EventPage> {
  // Read the sizes first, so that only the needed bodies are read.
  const { heads, next, hasMore } = await readHeads(store, scope, after, wanted);
  const bodies = await readBodies(
    store,
    heads.map(({ _id }) => _id),
  );
  const events: FoundEvent[] = [];
  for (const { _id, cursor } of heads) {
    const body = bodies.get(_id);
    // The event was removed in the meantime. The next page starts after the previous event.
    if (body === undefined) return { events, next: events.at(-1)?.cursor ?? after, hasMore: true };
    events.push({ body, cursor });
  }
  return { events, next, hasMore };
}

async function readHeads(
  store: WebhookStore,
  scope: AccountScope,
  after: Cursor,
  { types, limit }: EventsWanted,
): Promise<HeadPage> {
  const entityTypes = types?.map((type) => subscriptionTypes[type].entityType);
  const beganAt = store.now();
  const heads: EventHead[] = [];
  let next = after;
  let bytes = 0;
  for (let read = 0; read < MAX_READ;) {
    // Read one entry more than the limit to find out whether this page is the last one.
    const size = entityTypes || read > 0 ? CHUNK : Math.min(limit + 1, CHUNK);
    const { entries, then } = await readEntries(store, scope, next.position, entityTypes, size);
    for (const entry of entries) {
      if (heads.length === limit || bytes > MAX_BYTES) return { heads, next, hasMore: true };
      next = { ...after, position: entry.position, since: storedAt(entry) };
      if (entry.bytes === undefined) continue;
      bytes += entry.bytes;
      heads.push({ _id: entry._id, cursor: next });
    }
    read += entries.length;
    if (then === 'open') return { heads, next, hasMore: false };
    // The whole log was read, so all later events will be stored after this read began.
    if (then === 'end') return { heads, next: { ...next, since: beganAt }, hasMore: false };
  }
  return { heads, next, hasMore: true };
}
