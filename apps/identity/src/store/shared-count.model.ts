import { type Connection, type Model, Schema } from 'mongoose';

/** The counts of several processes for one key in one time window. */
export interface SharedCountDocument {
  /** The key that is counted. */
  _id: string;
  /** The end of the time window. A later report begins a new window. */
  ends: Date;
  /** The count of each process. A process is identified by a random name. */
  points: Record<string, number>;
}

export function sharedCountModel(connection: Connection): Model<SharedCountDocument> {
  const schema = new Schema<SharedCountDocument>(
    { _id: String, ends: Date, points: {} },
    { collection: 'shared_counts', versionKey: false },
  )
    // Lets the database remove counts whose time window has ended.
    .index({ ends: 1 }, { expireAfterSeconds: 0 });
  return connection.model<SharedCountDocument>('SharedCount', schema);
}
