import { Readable } from 'node:stream';
import type { EventListQuery } from '@keyhaven/contracts/webhook/event';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import type { RequestContext } from '@keyhaven/service/http/request-context';
import type { WebhookStore } from '../store/webhook-store';
import { type Cursor, formatCursor } from './domain/cursor';
import type { LogReaders, Reader, StreamTimes } from './log-readers';
import { readPage } from './read-page';

/** How long clients wait before they reconnect, in milliseconds. */
const RETRY_MS = 500;
/** Timers can fire up to this many milliseconds too early. */
const TIMER_MS = 2;
/** The maximum number of events that one query reads. */
const PAGE = 100;

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Reverse proxies must not buffer events.
  'X-Accel-Buffering': 'no',
};

/** Whether a client requests server-sent events. */
export function wantsStream(accept: string | undefined): boolean {
  return accept !== undefined && /(^|[,\s])text\/event-stream\b/i.test(accept);
}

/**
 * Streams the events after a cursor as server-sent events. The ids of the events are cursors.
 * @throws ApiError too_many_requests if the account has too many streams.
 */
export function streamEvents(
  store: WebhookStore,
  readers: LogReaders,
  scope: AccountScope,
  { types }: EventListQuery,
  context: RequestContext,
  after: Cursor,
): RawAnswer {
  const reader = readers.open(scope.accountId, after.position);
  const parts = eventParts(store, readers.times, reader, scope, types, after);
  const body = Readable.from(parts, { objectMode: false });
  const cut = setTimeout(() => body.destroy(new Error('the client reads too slowly')), readers.times.cutMs);
  body.once('close', () => {
    clearTimeout(cut);
    readers.close(reader);
  });
  context.onClose(() => {
    readers.close(reader);
    body.destroy();
  });
  return new RawAnswer(body, headers);
}

async function* eventParts(
  store: WebhookStore,
  { lastsMs, heartbeatMs }: StreamTimes,
  reader: Reader,
  scope: AccountScope,
  types: EventListQuery['types'],
  after: Cursor,
): AsyncGenerator<string> {
  const end = performance.now() + lastsMs;
  let sentAt = performance.now();
  // Send the cursor first. A client that disconnects before its first event then continues from this cursor.
  yield `retry: ${RETRY_MS}\n${idOf(after)}`;
  let from = after;
  for (;;) {
    const page = await readPage(store, scope, from, { types, limit: PAGE });
    for (const { body, cursor } of page.events) yield `id: ${formatCursor(cursor)}\ndata: ${body}\n\n`;
    const last = page.events.at(-1)?.cursor ?? from;
    // Update the client's last event id, so that the next stream skips the changes of other types.
    if (page.next.position > last.position) yield idOf(page.next);
    if (page.next.position > from.position) sentAt = performance.now();
    from = page.next;
    reader.position = from.position;
    const left = end - performance.now();
    if (left <= 0 || reader.isOver) break;
    if (page.hasMore) continue;
    await reader.signal.wait(Math.min(left, heartbeatMs));
    if (performance.now() - sentAt < heartbeatMs - TIMER_MS) continue;
    yield ': waiting\n\n';
    sentAt = performance.now();
  }
  // Send the cursor even if its position is unchanged, because its time is newer. Otherwise a client that receives no
  // events would reconnect with its first cursor until that cursor is too old.
  yield idOf(from);
}

/** Sets the client's last event id without sending an event. */
function idOf(cursor: Cursor): string {
  return `id: ${formatCursor(cursor)}\n\n`;
}
