import type { Connection } from 'mongoose';

/** How a process uses its connections to the database. */
export interface PoolUse {
  /** The number of connections that operations use. */
  inUse(): number;
  /** The number of open connections that no operation uses. */
  idle(): number;
  /** The number of operations that wait for a connection. */
  waiting(): number;
  /** Registers a listener for operations that got no connection. */
  onFailure(listener: () => void): void;
  /** The maximum number of connections to each node of the database. */
  max: number;
}

/**
 * Watches the connection pool through events of MongoDB's driver. Call this before the first
 * operation. A connection that was opened before this call is counted when it is first used.
 */
export function watchPool(connection: Connection): PoolUse {
  const client = connection.getClient();
  const open = new Set<string>();
  const used = new Set<string>();
  let waiting = 0;
  const keyOf = ({ address, connectionId }: { address: string; connectionId: number | '<monitor>' }) =>
    `${address} ${connectionId}`;
  client
    .on('connectionCreated', (event) => void open.add(keyOf(event)))
    .on('connectionClosed', (event) => {
      open.delete(keyOf(event));
      used.delete(keyOf(event));
    })
    .on('connectionCheckOutStarted', () => void waiting++)
    .on('connectionCheckedOut', (event) => {
      waiting--;
      open.add(keyOf(event));
      used.add(keyOf(event));
    })
    .on('connectionCheckOutFailed', () => void waiting--)
    .on('connectionCheckedIn', (event) => void used.delete(keyOf(event)));
  return {
    inUse: () => used.size,
    idle: () => open.size - used.size,
    waiting: () => waiting,
    onFailure: (listener) => void client.on('connectionCheckOutFailed', listener),
    max: client.options.maxPoolSize,
  };
}
