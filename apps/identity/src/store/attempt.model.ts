import { type Connection, Schema } from 'mongoose';

/** The collection of counted attempts, which the rate limit library reads and writes. */
export const ATTEMPTS = 'attempts';

interface Attempt {
  key: string;
  points: number;
  expire: Date | null;
}

/** Registers the collection, so that its indexes are built before the first attempt. */
export function attemptModel(connection: Connection): void {
  const schema = new Schema<Attempt>({ key: String, points: Number, expire: Date }, { collection: ATTEMPTS })
    // Serves reads of a key's count. Because the index is unique, concurrent first attempts are counted in one
    // document.
    .index({ key: 1 }, { unique: true })
    // Lets the database remove expired counts.
    .index({ expire: 1 }, { expireAfterSeconds: 0 });
  connection.model<Attempt>('Attempt', schema);
}
