import { refusedOf } from '@keyhaven/persistence/duplicate-key';
import { bodyCollection, bodyExpiry, type EventBodyDocument } from '../store/event-body.model';
import type { EventLogDocument } from '../store/event-log.model';
import type { QueueModels } from '../store/queue-models';

/**
 * How long a process may take to store an event after it got a position for the event, in
 * milliseconds. After this time, readers close the position, so that no event can be stored there.
 * Then a slower process takes a new position. So an event of a slow process is delayed, but not lost.
 */
export const FILLED_WITHIN_MS = 10_000;
/** The maximum number of positions at the end of a log that one write closes. */
const MAX_CLOSED = 1000;

/**
 * A position without an event, which is to be closed. The document that closes it expires together
 * with the next event.
 */
export type OpenPosition = Required<Pick<EventBodyDocument, 'user_id' | 'position' | 'expires_utc'>>;

/**
 * Closes these positions by inserting documents without an event. After that, no process can store
 * an event at the positions, so readers can continue. A position that has got an event in the
 * meantime does not change.
 */
export async function closePositions(
  { bodies }: Pick<QueueModels, 'bodies'>,
  open: readonly OpenPosition[],
): Promise<void> {
  if (open.length === 0) return;
  const closed = open.map(({ user_id, position, expires_utc }) => ({
    _id: `closed ${user_id} ${position}`,
    user_id,
    position,
    expires_utc,
  }));
  await refusedOf(bodyCollection(bodies).insertMany(closed, { ordered: false }));
}

/**
 * Closes the positions without an event at the end of a log, if the process that took these positions has had enough
 * time to store its events. Does nothing if an event is stored after these positions.
 */
export async function closeEnd(
  models: QueueModels,
  { _id, last, last_utc }: Pick<EventLogDocument, '_id' | 'last' | 'last_utc'>,
  position: number,
  now: Date,
): Promise<void> {
  if (last <= position || now.getTime() - last_utc.getTime() < FILLED_WITHIN_MS) return;
  const next = await models.bodies.findOne({ user_id: _id, position: { $gt: position } }, { _id: 1 }).lean();
  // Readers of the next event close the positions before it.
  if (next) return;
  const length = Math.min(last - position, MAX_CLOSED);
  const expires_utc = bodyExpiry(last_utc);
  const open = Array.from({ length }, (_, index) => ({ user_id: _id, position: position + 1 + index, expires_utc }));
  await closePositions(models, open);
}
