import { type Connection, type Model, Schema } from 'mongoose';

/** A session of a person. It is valid until it expires or the person's `access_epoch` changes. */
export interface SessionDocument {
  /** The hash of the session's token. */
  _id: string;
  user_id: number;
  person_id: number;
  /**
   * The `access_epoch` of the person when the session began. A change of the password increases the person's epoch,
   * which ends the session.
   */
  epoch: number;
  created_utc: Date;
  expires_utc: Date;
}

/** The collection of sessions. A request contains only the token, and the query by its hash finds the account. */
export function sessionModel(connection: Connection): Model<SessionDocument> {
  const schema = new Schema<SessionDocument>(
    { _id: String, user_id: Number, person_id: Number, epoch: Number, created_utc: Date, expires_utc: Date },
    { collection: 'sessions', versionKey: false },
  )
    // Lets the database remove expired sessions.
    .index({ expires_utc: 1 }, { expireAfterSeconds: 0 });
  return connection.model<SessionDocument>('Session', schema);
}
