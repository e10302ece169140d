import type { Operations } from '../contract/operations';
import type { EventType } from '../contract/records';
import { KeyhavenError } from '../http/keyhaven-error';
import type { RetryOptions } from '../http/retry';
import type { LoggedEvent } from './event';

export interface ReadEventsOptions<Type extends EventType = EventType> {
  /** The event types to read. Default: all. */
  types?: readonly Type[];
  /**
   * The cursor that was stored last, or `latest` to read only new events. By default reads the log
   * from its beginning.
   */
  after?: string;
  /**
   * Called with a cursor to store, after the loop has handled all events up to this cursor. The
   * reader waits for the returned promise. After a restart, pass the stored cursor as `after`.
   * Events that you handled after you stored this cursor are then read again, so ignore ids that
   * you have handled.
   */
  onCursor?: (cursor: string) => void | Promise<void>;
  /**
   * Called when events after the cursor may be missing, because the cursor is older than 30 days or the platform was
   * restored from a backup. In this function, read again the lists of all records that your program stores. The reader
   * then continues with the events since the moment just before it called this function. Without this function,
   * `EventsMissedError` is thrown.
   */
  onMissed?: (error: EventsMissedError) => void | Promise<void>;
  /**
   * `false` ends the loop at the end of the log. By default the reader waits for new events, and
   * retries for as long as the platform is unavailable.
   */
  follow?: boolean;
  /** The largest number of events in one response. Default: 100. */
  limit?: number;
  /** How many seconds one request waits for an event, at most 30. Default: 30. */
  waitSeconds?: number;
  /** Ends the loop without an error, and aborts a request that is waiting. */
  signal?: AbortSignal;
}

/**
 * Thrown when events may be missing: the cursor is too old, or the platform was restored from a
 * backup.
 */
export class EventsMissedError extends Error {
  constructor(
    /** After you have read the lists of the records that you store, continue with this cursor. */
    readonly continueAfter: string,
    cause: KeyhavenError,
  ) {
    const action = `read the lists of the records that you store, then continue with after: '${continueAfter}'`;
    super(`events may be missing (${cause.messages.join('; ')}); ${action}`, { cause });
    this.name = 'EventsMissedError';
  }
}

type Query = Operations['listEvents']['request'];
type Page = Operations['listEvents']['answer'];
type ListEvents = (query: Query, options: { signal?: AbortSignal; retry?: RetryOptions }) => Promise<Page>;

/** The value of `after` that stands for the end of the log. */
const LATEST = 'latest';
/** With `follow`, an outage does not end the loop. */
const PERSISTENT: RetryOptions = { attempts: Infinity, longestPauseMs: 30_000 };

/** Reads the event log. See `Client.readEvents`. */
export async function* readEvents<Type extends EventType>(
  list: ListEvents,
  options: ReadEventsOptions<Type> = {},
): AsyncGenerator<LoggedEvent<Type>> {
  const { types, limit = 100, waitSeconds = 30, follow = true, signal, onCursor } = options;
  const isLatest = options.after?.toLowerCase() === LATEST;
  let stored = isLatest ? undefined : options.after;
  let handled = stored;
  const store = async () => {
    if (handled === undefined || handled === stored) return;
    await onCursor?.(handled);
    stored = handled;
  };
  try {
    if (isLatest) {
      // The end of the log moves with each new event. So get its cursor before waiting for events. A repeated request
      // and a restarted program then continue at the same position.
      handled = (await readPage(list, { after: LATEST, types, limit, wait: 0 }, options)).next_cursor;
      await store();
    }
    for (let after = stored; ; after = handled) {
      const wait = follow ? waitSeconds : 0;
      const page = await readPage(list, { after, types, limit, wait }, options);
      for (const event of page.items) {
        if (signal?.aborted) return;
        // The schema of the response covers all types, but the platform returns only the requested ones.
        yield event as LoggedEvent<Type>;
        handled = event.cursor;
      }
      handled = page.next_cursor;
      await store();
      if (signal?.aborted || (!follow && !page.has_more)) return;
    }
  } catch (error) {
    if (!signal?.aborted || error !== signal.reason) throw error;
  } finally {
    // If the loop was left in the middle of a page, the event at which it was left counts as not handled.
    await store();
  }
}

async function readPage<Type extends EventType>(
  list: ListEvents,
  query: Query,
  { signal, onMissed, follow = true }: ReadEventsOptions<Type>,
): Promise<Page> {
  const options = { signal, retry: follow ? PERSISTENT : undefined };
  try {
    return await list(query, options);
  } catch (error) {
    if (!(error instanceof KeyhavenError) || error.code !== 'gone') throw error;
    // Get this cursor before the caller reads its lists, so that no change made during that time is missed.
    const latest = await list({ ...query, after: 'latest', wait: 0 }, options);
    const missed = new EventsMissedError(latest.next_cursor, error);
    if (!onMissed) throw missed;
    await onMissed(missed);
    return latest;
  }
}
