import { REQUEST_LOG_DAYS, type RequestChunk } from '@keyhaven/contracts/identity/request-log';
import { type Connection, type Model, Schema } from 'mongoose';

/** A chunk of the request log of one account. Chunks are never published or changed. Their ids are ordered by time. */
export interface RequestChunkDocument extends Omit<RequestChunk, 'first'> {
  /** The id of the chunk's oldest request. */
  _id: string;
  stored_utc: Date;
}

/** How long the database keeps a chunk after storing it. Readers also leave out single requests that are too old. */
const KEPT_SECONDS = REQUEST_LOG_DAYS * 24 * 3600;

export function requestChunkModel(connection: Connection): Model<RequestChunkDocument> {
  const schema = new Schema<RequestChunkDocument>(
    {
      _id: String,
      user_id: Number,
      last: String,
      terms: [String],
      requests: [String],
      bodies: [String],
      stored_utc: Date,
    },
    { collection: 'request_chunks', versionKey: false, autoIndex: false, autoCreate: false },
  )
    // Serves the log of an account in a time range, and the query for a single request.
    .index({ user_id: 1, last: 1 })
    // Serves the log with a filter by status, route, method, credential, request id or errors, also
    // in a time range.
    .index({ user_id: 1, terms: 1, last: 1 })
    .index({ stored_utc: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  return connection.model<RequestChunkDocument>('RequestChunk', schema);
}
