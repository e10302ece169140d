import type { Announcement, AnnouncementTopic } from '@keyhaven/contracts/identity/announcements';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { type Connection, type Model, Schema } from 'mongoose';

/** An announcement. It belongs to the platform, not to an account. */
export interface AnnouncementDocument {
  _id: number;
  topic: AnnouncementTopic;
  title: string;
  body: string;
  effective_date: string | null;
  published_utc: Date;
  /** The Idempotency-Key and a hash of the request that created the announcement. Absent if the request had no key. */
  request?: { key: string; hash: string };
  /**
   * The e-mails are enqueued in the order of the app ids. This is the highest id of an app whose e-mails are enqueued;
   * 0 at first. Absent when all e-mails are enqueued, or if no e-mails are to be sent.
   */
  mailed_up_to?: number;
}

export function announcementModel(connection: Connection): Model<AnnouncementDocument> {
  const schema = new Schema<AnnouncementDocument>(
    {
      _id: Number,
      topic: String,
      title: String,
      body: String,
      effective_date: String,
      published_utc: Date,
      request: Schema.Types.Mixed,
      mailed_up_to: Number,
    },
    { collection: 'announcements', versionKey: false },
  )
    // Serves the list, newest first.
    .index({ published_utc: -1, _id: -1 })
    // Serves the list of a topic.
    .index({ topic: 1, published_utc: -1, _id: -1 })
    // Serves repeated requests, which look up the announcement that the first request published. Makes a concurrent
    // request with the same key fail.
    .index({ 'request.key': 1 }, { unique: true, partialFilterExpression: { 'request.key': { $exists: true } } })
    // Serves the worker's search for announcements whose e-mails are not enqueued yet.
    .index({ mailed_up_to: 1 }, { partialFilterExpression: { mailed_up_to: { $exists: true } } });
  return connection.model<AnnouncementDocument>('Announcement', schema);
}

export function presentAnnouncement(document: AnnouncementDocument): Announcement & { id: number } {
  const { _id, topic, title, body, effective_date, published_utc } = document;
  return { id: _id, topic, title, body, effective_date, published_utc: formatInstant(published_utc) };
}
