import { type Connection, type Model, Schema } from 'mongoose';
import { KEPT_MS } from './delivery.model';

/**
 * If no event was stored for this long, in milliseconds, all earlier events are older than KEPT_MS and not read any
 * more, although the database might not have removed them yet.
 */
const PAUSED_MS = KEPT_MS + 12 * 3600_000;

/** The document that assigns the positions of an account's event log. */
export interface EventLogDocument {
  /** The id of the account. */
  _id: number;
  /** The highest assigned position. */
  last: number;
  /** When the highest position was assigned. */
  last_utc: Date;
  /** All events up to this position are older than KEPT_MS and not read any more. */
  base: number;
  /** The subscriptions that get their events from the log until they have caught up with it. See catching-up.ts. */
  catching_up?: number[];
}

/** Positions that were assigned to a process. */
export interface TakenPositions {
  first: number;
  /** The subscriptions that were catching up when the positions were assigned. */
  catchingUp: readonly number[];
}

export function eventLogModel(connection: Connection): Model<EventLogDocument> {
  const schema = new Schema<EventLogDocument>(
    { _id: Number, last: Number, last_utc: Date, base: Number, catching_up: { type: [Number], default: undefined } },
    { collection: 'event_logs', versionKey: false },
  )
    // Serves the search for catch-up marks of subscriptions whose creation failed. Few logs contain marks.
    .index({ catching_up: 1 }, { sparse: true });
  return connection.model<EventLogDocument>('EventLog', schema);
}

/** Assigns the next positions of an account's log. */
export async function takePositions(
  logs: Model<EventLogDocument>,
  userId: number,
  count: number,
  now: Date,
): Promise<TakenPositions> {
  const last = { $ifNull: ['$last', 0] };
  const paused = { $lt: ['$last_utc', new Date(now.getTime() - PAUSED_MS)] };
  const taken = await logs
    .findOneAndUpdate(
      { _id: userId },
      [
        {
          $set: {
            base: { $cond: [paused, last, { $ifNull: ['$base', 0] }] },
            last: { $add: [last, count] },
            // Keep the later time. Clocks differ, so a later assignment may have an earlier time.
            last_utc: { $cond: [{ $gt: ['$last_utc', now] }, '$last_utc', now] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after', updatePipeline: true },
    )
    .lean();
  if (!taken) throw new Error(`the event log of account ${userId} was not written`);
  return { first: taken.last - count + 1, catchingUp: taken.catching_up ?? [] };
}
