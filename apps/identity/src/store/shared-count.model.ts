import { type Connection, type Model, Schema } from 'mongoose';

/** What several processes have counted for one key in one window of time. */
export interface SharedCountDocument {
  /** The key that is counted. */
  _id: string;
  /** The end of the window. A report after it begins a new window. */
  ends: Date;
  /** The points of each process, by its random name. */
  points: Record<string, number>;
}

export function sharedCountModel(connection: Connection): Model<SharedCountDocument> {
  const schema = new Schema<SharedCountDocument>(
    { _id: String, ends: Date, points: {} },
    { collection: 'shared_counts', versionKey: false },
  )
    // Lets the database remove counts whose window has ended.
    .index({ ends: 1 }, { expireAfterSeconds: 0 });
  return connection.model<SharedCountDocument>('SharedCount', schema);
}
