import { type Connection, type Model, Schema } from 'mongoose';

/**
 * What an e-mail is about. The text of the e-mail and the token in its link are created only when the e-mail is sent,
 * so the queue contains no secrets.
 */
export type MailSubject =
  | { kind: 'password_reset'; email_address: string }
  | { kind: 'invitation'; user_id: number; person_id: number }
  | { kind: 'announcement'; user_id: number; person_id: number; announcement_id: number };

/** An e-mail that is to be sent, or was sent. */
export interface MailDocument {
  /** The name of the e-mail. An e-mail with the same name is not enqueued again. */
  _id: string;
  subject: MailSubject;
  /** How many times the mail server may have accepted the e-mail. */
  sends: number;
  /** How many attempts failed, either before the e-mail was sent or because the mail server refused the e-mail. */
  failures: number;
  /**
   * When the e-mail is due. While a process sends the e-mail, the time from which another process
   * may send it. Absent if no further attempt will be made.
   */
  due_utc?: Date;
  /** When the database removes the document. */
  expires_utc: Date;
}

/** The queue of e-mails. */
export function mailModel(connection: Connection): Model<MailDocument> {
  const schema = new Schema<MailDocument>(
    {
      _id: String,
      subject: Schema.Types.Mixed,
      sends: Number,
      failures: Number,
      due_utc: Date,
      expires_utc: Date,
    },
    { collection: 'mails', versionKey: false },
  )
    // Serves the worker's search for e-mails that are due.
    .index({ due_utc: 1 }, { partialFilterExpression: { due_utc: { $exists: true } } })
    // Lets the database remove old e-mails.
    .index({ expires_utc: 1 }, { expireAfterSeconds: 0 });
  return connection.model<MailDocument>('Mail', schema);
}
