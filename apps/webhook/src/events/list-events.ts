import type { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { RouteRequest } from '@keyhaven/service/http/mount-contract';
import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import type { WebhookStore } from '../store/webhook-store';
import { awaitPage } from './await-page';
import { formatCursor } from './domain/cursor';
import type { LogReaders } from './log-readers';
import { assertReached, isLatest, readCursor } from './read-cursor';
import { type EventPage, type FoundEvent, readPage } from './read-page';
import { streamEvents, wantsStream } from './stream-events';

/**
 * Returns a page of the account's event log, or a stream of events. Waits for an event if this is requested.
 * @throws ApiError bad_request for an invalid cursor or a cursor of another account; gone if events after the cursor
 * were removed; too_many_requests if the account has too many waiting requests and streams.
 */
export async function listEvents(
  store: WebhookStore,
  readers: LogReaders,
  scope: AccountScope,
  { query, headers, context }: RouteRequest<typeof webhookPublicContract.listEvents>,
): Promise<RawAnswer> {
  const { wait } = query;
  const isStream = wantsStream(headers.accept);
  const lastId = isStream ? headers['last-event-id'] : undefined;
  const [sent, name] = lastId ? [lastId, 'Last-Event-ID'] : [query.after, 'query parameter after'];
  const after = await readCursor(store, scope, sent, name);
  const assertCursorReached = async () => {
    if (sent !== undefined && !isLatest(sent)) await assertReached(store, scope, after, name);
  };
  if (isLatest(sent) && wait === 0 && !isStream)
    return answerOf({ events: [], next: after, hasMore: false }, query.limit);
  if (isStream) {
    await assertCursorReached();
    return streamEvents(store, readers, scope, query, context, after);
  }
  const page = await readPage(store, scope, after, query);
  if (page.next.position === after.position) await assertCursorReached();
  const waits = wait > 0 && page.events.length === 0;
  return answerOf(waits ? await awaitPage(store, readers, scope, context, page.next, query, wait) : page, query.limit);
}

/** Combines the stored JSON of events into the body of a response, without parsing it. */
function answerOf({ events, next, hasMore }: EventPage, limit: number): RawAnswer {
  const items = events.map(withCursor).join(',');
  const rest = JSON.stringify({
    limit,
    count: events.length,
    next_cursor: formatCursor(next),
    has_more: hasMore,
  });
  return new RawAnswer(`{"items":[${items}],${rest.slice(1)}`, { 'Content-Type': 'application/json; charset=utf-8' });
}

/** Returns the body of an event with its cursor as the first field. */
function withCursor({ body, cursor }: FoundEvent): string {
  return `{"cursor":${JSON.stringify(formatCursor(cursor))},${body.slice(1)}`;
}
