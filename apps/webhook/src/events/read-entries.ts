import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { waitFor } from '@keyhaven/persistence/request-progress';
import { type EventBodyDocument, storedAt } from '../store/event-body.model';
import type { WebhookStore } from '../store/webhook-store';
import { closePositions, FILLED_WITHIN_MS, type OpenPosition } from './close-positions';

/** An entry of an event log: an event, or a closed position, at which no event will ever be stored. */
export interface LogEntry extends Pick<EventBodyDocument, '_id' | 'expires_utc'> {
  position: number;
  /** The size of the event's body, in bytes. Absent if the position is closed or the event's type was not requested. */
  bytes?: number;
}

export interface LogEntries {
  entries: LogEntry[];
  /**
   * What follows the entries: more entries, a position without an event (open), or the end of the
   * log.
   */
  then: 'more' | 'open' | 'end';
}

/**
 * Reads the entries after a position, without bodies, up to the first position that may still get
 * an event. Positions that have been without an event for too long are closed first.
 * @param entityTypes the requested types. Undefined means all.
 */
export async function readEntries(
  store: WebhookStore,
  scope: AccountScope,
  after: number,
  entityTypes: readonly string[] | undefined,
  limit: number,
): Promise<LogEntries> {
  const now = store.now();
  let entries = await findEntries(store, scope, after, entityTypes, limit);
  const open = overdue(scope, entries, after, limit, now);
  if (open.length > 0) {
    await closePositions(store.queue, open);
    entries = await findEntries(store, scope, after, entityTypes, limit);
  }
  const gap = entries.findIndex(({ position }, index) => position !== after + 1 + index);
  if (gap === -1) return { entries, then: entries.length < limit ? 'end' : 'more' };
  // The closed positions cannot be read until a majority of the database's nodes has acknowledged them. This does not
  // matter, because a reader that gets no entries reads again later.
  const isMore = gap > 0 && isOverdue(entries[gap]!, now);
  return { entries: entries.slice(0, gap), then: isMore ? 'more' : 'open' };
}

/**
 * Returns at most `limit` positions without an event, each before an entry that was stored at least FILLED_WITHIN_MS
 * ago. A closed position expires together with the entry after it, so the log has no gap when the database removes the
 * closed position.
 */
function overdue({ accountId }: AccountScope, entries: readonly LogEntry[], after: number, limit: number, now: Date) {
  const open: OpenPosition[] = [];
  let position = after + 1;
  for (const entry of entries) {
    if (entry.position > position && !isOverdue(entry, now)) break;
    for (; position < entry.position && open.length < limit; position++)
      open.push({ user_id: accountId, position, expires_utc: entry.expires_utc });
    position = entry.position + 1;
  }
  return open;
}

/** Whether positions without an event before this entry must be closed. */
function isOverdue(entry: LogEntry, now: Date): boolean {
  return now.getTime() - storedAt(entry).getTime() >= FILLED_WITHIN_MS;
}

async function findEntries(
  { queue }: WebhookStore,
  scope: AccountScope,
  after: number,
  entityTypes: readonly string[] | undefined,
  limit: number,
): Promise<LogEntry[]> {
  const bytes = entityTypes ? { $cond: [{ $in: ['$entity_type', entityTypes] }, '$bytes', '$$REMOVE'] } : 1;
  const fields: Record<string, unknown> = { position: 1, bytes, expires_utc: 1 };
  return waitFor('event_bodies.find', () =>
    queue.bodies
      .find({ user_id: scope.accountId, position: { $gt: after } }, fields)
      // Without majority read concern, this query could read a write that is later rolled back, and whose position is
      // then assigned again.
      .readConcern('majority')
      .sort({ position: 1 })
      .limit(limit)
      .batchSize(limit)
      .lean<LogEntry[]>(),
  );
}
