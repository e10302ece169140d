import { failWritesOfClosedConnections } from '@keyhaven/persistence/driver/fail-writes-of-closed-connections';
import { mongo } from 'mongoose';

/** Connects to the databases of a platform. */
export function openClient(uri: string, options: mongo.MongoClientOptions): Promise<mongo.MongoClient> {
  failWritesOfClosedConnections();
  return new mongo.MongoClient(uri, options).connect();
}
