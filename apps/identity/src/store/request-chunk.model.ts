import { REQUEST_LOG_DAYS, type RequestChunk } from '@keyhaven/contracts/identity/request-log';
import { type Connection, type Model, Schema } from 'mongoose';

/** A chunk of the request log. It is not an API record: it is never published or changed. Ids are in order of time. */
export interface RequestChunkDocument extends Omit<RequestChunk, 'first'> {
  /** The id of the chunk's oldest request. */
  _id: string;
  stored_utc: Date;
}

/** The database removes a chunk after this time. Readers leave out single requests that are too old before that. */
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
    // Serves the log of an account, from an instant or before one, and the look-up of a single request.
    .index({ user_id: 1, last: 1 })
    // Serves the log filtered by status, route, method, credential, request id, or errors only, each also by time.
    .index({ user_id: 1, terms: 1, last: 1 })
    .index({ stored_utc: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  return connection.model<RequestChunkDocument>('RequestChunk', schema);
}
