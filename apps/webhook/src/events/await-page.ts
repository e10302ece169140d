import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { RequestContext } from '@keyhaven/service/http/request-context';
import type { WebhookStore } from '../store/webhook-store';
import type { Cursor } from './domain/cursor';
import type { LogReaders } from './log-readers';
import { type EventPage, type EventsWanted, readPage } from './read-page';

/** How many milliseconds before its deadline a waiting request is answered. */
const RESERVE_MS = 1000;

/**
 * Waits for the first page with events after a cursor. The page is empty if no event arrives in time, or if the client
 * disconnects.
 * @throws ApiError too_many_requests if too many requests of the account are waiting.
 */
export async function awaitPage(
  store: WebhookStore,
  readers: LogReaders,
  scope: AccountScope,
  context: Pick<RequestContext, 'onClose' | 'deadline'>,
  after: Cursor,
  wanted: EventsWanted,
  waitSeconds: number,
): Promise<EventPage> {
  const reader = readers.open(scope.accountId, after.position);
  context.onClose(() => readers.close(reader));
  const untilDeadline = (context.deadline?.getTime() ?? Infinity) - Date.now() - RESERVE_MS;
  const end = performance.now() + Math.min(waitSeconds * 1000, untilDeadline);
  try {
    for (let from = after; ;) {
      const page = await readPage(store, scope, from, wanted);
      const left = end - performance.now();
      if (page.events.length > 0 || left <= 0 || reader.isOver) return page;
      from = page.next;
      reader.position = from.position;
      if (!page.hasMore) await reader.signal.wait(left);
    }
  } finally {
    readers.close(reader);
  }
}
