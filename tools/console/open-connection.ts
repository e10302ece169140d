import { failWritesOfClosedConnections } from '@keyhaven/persistence/driver/fail-writes-of-closed-connections';
import mongoose, { type Connection, type ConnectOptions } from 'mongoose';

/** Connects to the databases of a platform. */
export function openConnection(uri: string, options: ConnectOptions = {}): Promise<Connection> {
  failWritesOfClosedConnections();
  return mongoose.createConnection(uri, options).asPromise();
}
