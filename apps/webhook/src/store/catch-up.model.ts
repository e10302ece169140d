import { type Connection, type Model, Schema } from 'mongoose';

/**
 * A subscription with start_after that has not caught up with the event log. Until the subscription
 * has caught up, its deliveries are created only from the log. Then this document is removed. Only
 * background workers read the documents of several accounts together.
 */
export interface CatchUpDocument {
  /** The id of the subscription. */
  _id: number;
  user_id: number;
  /** The deliveries of all events up to this position of the log are stored. */
  position: number;
  /** The end of the lease of the process that works on this catch-up, by the database's clock. */
  leased_until_utc: Date;
}

export function catchUpModel(connection: Connection): Model<CatchUpDocument> {
  const schema = new Schema<CatchUpDocument>(
    { _id: Number, user_id: Number, position: Number, leased_until_utc: Date },
    { collection: 'catch_ups', versionKey: false },
  )
    // Serves the search for catch-ups without a valid lease, ordered by the end of the lease, the earliest first.
    .index({ leased_until_utc: 1 });
  return connection.model<CatchUpDocument>('CatchUp', schema);
}
