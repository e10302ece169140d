import type { WebhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { eventPage } from '@keyhaven/contracts/webhook/event';
import { type TestAccount, succeed } from '../load/accounts';
import type { ApiClient } from '../load/api-client';
import { SUBSCRIBED } from '../observed/record';

const PAGE = 1000;
/** How long a request waits for new events, in seconds. */
const WAIT_SECONDS = 5;

/** Reads a page of the event log. @returns its events as webhooks deliver them. */
async function readPage(api: ApiClient, after: string, wait: number) {
  const query = new URLSearchParams({
    after,
    types: SUBSCRIBED.join(','),
    limit: String(PAGE),
    wait: String(wait),
  });
  const page = await succeed(api, { method: 'GET', path: `/v2/events?${query.toString()}` }, eventPage);
  return { ...page, events: page.items.map(({ cursor: _, ...event }): WebhookPayload => event) };
}

/** Reads the event log, from the first write of the test account to the end of the log. */
export async function readLog(api: ApiClient, { firstCursor }: TestAccount): Promise<WebhookPayload[]> {
  const all: WebhookPayload[] = [];
  for (let after = firstCursor; ;) {
    const { events, next_cursor, has_more } = await readPage(api, after, 0);
    all.push(...events);
    if (!has_more) return all;
    after = next_cursor;
  }
}

/** A consumer that reads the event log with cursors, as integrations do. */
export interface LogConsumer {
  events: readonly WebhookPayload[];
  stop(): Promise<void>;
}

/**
 * Starts a consumer of the event log, which continues during the failures. @param faults the list
 * to which the errors are added.
 */
export function consumeLog(api: ApiClient, { firstCursor }: TestAccount, faults: string[]): LogConsumer {
  const all: WebhookPayload[] = [];
  let isStopping = false;
  const read = async () => {
    for (let after = firstCursor; !isStopping;) {
      const { events, next_cursor } = await readPage(api, after, WAIT_SECONDS);
      all.push(...events);
      after = next_cursor;
    }
  };
  const reading = read().catch((error: unknown) => {
    faults.push(`the consumer of the event log ended: ${error instanceof Error ? error.message : String(error)}`);
  });
  return {
    events: all,
    stop: async () => {
      isStopping = true;
      await reading;
    },
  };
}
