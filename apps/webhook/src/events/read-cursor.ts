import { ApiError } from '@keyhaven/contracts/shared/errors';
import { LATEST, LOG_KEPT_DAYS } from '@keyhaven/contracts/webhook/event';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { waitFor } from '@keyhaven/persistence/request-progress';
import { KEPT_MS } from '../store/delivery.model';
import { storedAt } from '../store/event-body.model';
import type { WebhookStore } from '../store/webhook-store';
import { type Cursor, parseCursor } from './domain/cursor';

/**
 * If an event was stored longer ago than this, in milliseconds, each position before it has an
 * event or is closed. So if the oldest event is that old, all earlier events have been removed.
 */
const SURELY_FILLED_MS = 3600_000;

/**
 * Returns the cursor after which a request wants events.
 * @param sent a cursor, `latest`, or undefined for the oldest event.
 * @param name the name of the parameter or header, for error messages.
 * @throws ApiError bad_request for an invalid cursor or a cursor of another account; gone if events
 * after it were removed.
 */
export async function readCursor(
  store: WebhookStore,
  scope: AccountScope,
  sent: string | undefined,
  name: string,
): Promise<Cursor> {
  const userId = scope.accountId;
  const common = { userId, generation: store.generation, since: store.now() };
  if (sent === undefined) return { ...common, position: await readStart(store, scope) };
  if (isLatest(sent)) return { ...common, position: await readLastPosition(store, scope) };
  return checkCursor(store, scope, sent, name, `, ${LATEST}, or nothing for the oldest event`);
}

/**
 * Parses and checks a cursor.
 * @param others other accepted values, for error messages.
 * @throws ApiError bad_request for an invalid cursor or a cursor of another account; gone if events after it were
 * removed.
 */
export function checkCursor(store: WebhookStore, scope: AccountScope, sent: string, name: string, others = ''): Cursor {
  const cursor = parseCursor(sent);
  if (cursor?.userId !== scope.accountId) {
    const right = `expected the next_cursor of an earlier answer of v2/events to this account${others}`;
    throw new ApiError('bad_request', `${name}: ${JSON.stringify(sent.slice(0, 50))} is not accepted; ${right}`);
  }
  if (cursor.generation !== store.generation)
    throw gone(name, 'is from before the platform was restored from a backup');
  if (store.now().getTime() - cursor.since.getTime() > KEPT_MS)
    throw gone(name, `is older than ${LOG_KEPT_DAYS} days, for which events are kept`);
  return cursor;
}

/** Whether a request starts at the end of the log. */
export function isLatest(sent: string | undefined): boolean {
  return sent?.toLowerCase() === LATEST;
}

/** @throws ApiError gone if a cursor's position is after the end of the log. */
export async function assertReached(
  store: WebhookStore,
  scope: AccountScope,
  cursor: Cursor,
  name: string,
): Promise<void> {
  if (cursor.position === 0) return;
  if (cursor.position > (await readLastPosition(store, scope)))
    throw gone(name, 'is after the end of the event log, which was restored from a backup');
}

function gone(name: string, why: string): ApiError {
  const right = `read v2/events?after=${LATEST} first, then the lists, and continue with that cursor`;
  return new ApiError('gone', `${name}: the cursor ${why}; ${right}`);
}

/** Returns the position before the oldest event. */
export async function readStart(store: WebhookStore, scope: AccountScope): Promise<number> {
  const base = (await readLog(store, scope))?.base ?? 0;
  const first = await waitFor('event_bodies.findOne', () =>
    store.queue.bodies
      .findOne({ user_id: scope.accountId, position: { $gt: base } }, { position: 1, expires_utc: 1 })
      .readConcern('majority')
      .sort({ position: 1 })
      .lean(),
  );
  if (!first?.position) return base;
  // Positions before a recent event may still get events.
  const isOld = store.now().getTime() - storedAt(first).getTime() > SURELY_FILLED_MS;
  return isOld ? first.position - 1 : base;
}

/** Returns the last position that was assigned in an account's log. Returns 0 if none was assigned. */
export async function readLastPosition(store: WebhookStore, scope: AccountScope): Promise<number> {
  return (await readLog(store, scope))?.last ?? 0;
}

function readLog({ queue }: WebhookStore, { accountId }: AccountScope) {
  return waitFor('event_logs.findOne', () => queue.logs.findOne({ _id: accountId }).readConcern('majority').lean());
}
