import { refusedOf } from '@keyhaven/persistence/duplicate-key';
import type { WebhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { bodyCollection, bodyExpiry, type EventBodyDocument } from '../store/event-body.model';
import { takePositions } from '../store/event-log.model';
import type { QueueModels } from '../store/queue-models';
import { closePositions } from './close-positions';

/** An event: its payload, and the text of the payload as it is sent. */
export interface LoggedEvent {
  payload: WebhookPayload;
  body: string;
}

/** The position of an event in the log. */
export interface LogPosition {
  position: number;
  /** The subscriptions that were catching up when the position was assigned. They get this event from the log. */
  catchingUp: readonly number[];
}

/** An event without a position. */
type NewEvent = Omit<EventBodyDocument, 'position' | 'expires_utc'>;
type PositionedEvent = EventBodyDocument & { position: number };
type Positions = Map<string, LogPosition>;
type Log = Pick<QueueModels, 'bodies' | 'logs'>;

/**
 * Appends events to the logs of their accounts, in the given order (decision 020). Events that are
 * already stored keep their positions. After a failure, the whole call can be repeated.
 * @param now the clock. It is read each time positions are assigned.
 * @param onAssigned is called after each assignment of positions. Data that it reads is at least as
 * new as the assigned positions.
 * @returns the positions by event id.
 */
export async function storeEvents(
  log: Log,
  events: readonly LoggedEvent[],
  now: () => Date,
  onAssigned: () => void,
): Promise<Positions> {
  const positions: Positions = new Map();
  const accounts = new Set(events.map(({ payload }) => payload.user_id));
  const newEvents = events.map(newEventOf);
  const assigning = [...accounts].map((userId) =>
    assignPositions(
      log,
      newEvents.filter(({ user_id }) => user_id === userId),
      positions,
      now(),
    ),
  );
  let waiting = (await Promise.all(assigning)).flat();
  while (waiting.length > 0) {
    onAssigned();
    // Insert in order. If the process dies, no change is stored without the earlier changes of its record.
    const [refused] = await refusedOf(bodyCollection(log.bodies).insertMany(waiting, { ordered: true }));
    if (refused === undefined) break;
    waiting = await remainingAfter(log, waiting.slice(refused), positions, now);
  }
  return positions;
}

/**
 * Returns the entries that remain to be stored. The first of the given entries was refused, because its event is
 * already stored or its position was closed. All remaining events of the account get new positions. Otherwise a change
 * with its old position could come before an earlier change of the same record. Another process may have stored the
 * earlier change in the meantime, or the earlier change may get a new position itself.
 */
async function remainingAfter(
  log: Log,
  entries: readonly PositionedEvent[],
  positions: Positions,
  now: () => Date,
): Promise<PositionedEvent[]> {
  const userId = entries[0]!.user_id;
  const own = entries.filter(({ user_id }) => user_id === userId);
  const others = entries.filter(({ user_id }) => user_id !== userId);
  const stored = await log.bodies.find({ _id: { $in: own.map(({ _id }) => _id) } }, { position: 1 }).lean();
  const known = new Map(stored.map(({ _id, position = 0 }) => [_id, position]));
  for (const [id, position] of known) positions.set(id, { position, catchingUp: positions.get(id)?.catchingUp ?? [] });
  await closePositions(log, own);
  const fresh = own.filter(({ _id }) => !known.has(_id));
  return fresh.length === 0 ? others : [...others, ...(await assignPositions(log, fresh, positions, now()))];
}

/** Assigns the next positions of an account's log to events. */
async function assignPositions(
  { logs }: Log,
  events: readonly NewEvent[],
  positions: Positions,
  now: Date,
): Promise<PositionedEvent[]> {
  const { first, catchingUp } = await takePositions(logs, events[0]!.user_id, events.length, now);
  return events.map((event, index) => {
    positions.set(event._id, { position: first + index, catchingUp });
    return { ...event, position: first + index, expires_utc: bodyExpiry(now) };
  });
}

function newEventOf({ payload, body }: LoggedEvent): NewEvent {
  const { id, user_id, entity_type, entity_id } = payload;
  return {
    _id: id,
    user_id,
    entity_type,
    entity_id,
    body,
    bytes: Buffer.byteLength(body),
    occurred_utc: new Date(payload.occurred_utc),
  };
}
